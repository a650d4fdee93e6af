import type { Language } from '@trefoil/core/language/languages'
import type { Filling } from '../../http/filled-page.ts'
import { publicPageTexts } from '../../languages/public-pages.ts'
import { plainPage } from '../../facts/plain-page.ts'
import type { ReadTrust } from './read-trust.ts'

/** The page comes with its figures. */
export const fillTrustPage =
  (read: ReadTrust, publicUrl: string) =>
  async (_slug: string | undefined, language: Language): Promise<Filling> => ({
    ...plainPage({ ...publicPageTexts(language).trust, url: `${publicUrl}/trust` }),
    data: { path: '/trust', data: await read() },
  })
