import type { Filling } from '../http/filled-page.ts'
import { plainPage } from './plain-page.ts'
import type { ReadFacts } from './read-facts.ts'
import type { ReadSimulator } from './read-simulator.ts'

const FACTS = {
  title: 'What Members Really Got',
  lead: 'Everyone who ever joined is counted, and what they gave is subtracted.',
}

const SIMULATOR = {
  title: 'What It Could Be for You',
  lead: 'A year among members who do what members did, many times over. Never a promise.',
}

/** The page comes with its figures: one query, and none while they are kept. */
export const fillFactsPage = (read: ReadFacts, publicUrl: string) => async (): Promise<Filling> => ({
  ...plainPage({ ...FACTS, url: `${publicUrl}/facts` }),
  data: { path: '/facts', data: await read() },
})

export const fillSimulatorPage = (read: ReadSimulator, publicUrl: string) => async (): Promise<Filling> => ({
  ...plainPage({ ...SIMULATOR, url: `${publicUrl}/simulator` }),
  data: { path: '/simulator', data: await read() },
})
