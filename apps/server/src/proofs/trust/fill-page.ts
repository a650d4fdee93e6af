import type { Filling } from '../../http/filled-page.ts'
import { plainPage } from '../../facts/plain-page.ts'
import type { ReadTrust } from './read-trust.ts'

const TRUST = {
  title: 'What Is Owed, and What Is There',
  lead: 'Counted every day, and written where nobody can change it. Anybody can check it.',
}

/** The page comes with its figures. */
export const fillTrustPage = (read: ReadTrust, publicUrl: string) => async (): Promise<Filling> => ({
  ...plainPage({ ...TRUST, url: `${publicUrl}/trust` }),
  data: { path: '/trust', data: await read() },
})
