import type { Language } from '@trefoil/core/language/languages'
import type { Filling } from '../http/filled-page.ts'
import { publicPageTexts } from '../languages/public-pages.ts'
import { plainPage } from './plain-page.ts'
import type { ReadFacts } from './read-facts.ts'
import type { ReadSimulator } from './read-simulator.ts'

/** The page comes with its figures: one query, and none while they are kept. */
export const fillFactsPage =
  (read: ReadFacts, publicUrl: string) =>
  async (_slug: string | undefined, language: Language): Promise<Filling> => ({
    ...plainPage({ ...publicPageTexts(language).facts, url: `${publicUrl}/facts` }),
    data: { path: '/facts', data: await read() },
  })

export const fillSimulatorPage =
  (read: ReadSimulator, publicUrl: string) =>
  async (_slug: string | undefined, language: Language): Promise<Filling> => ({
    ...plainPage({ ...publicPageTexts(language).simulator, url: `${publicUrl}/simulator` }),
    data: { path: '/simulator', data: await read() },
  })
