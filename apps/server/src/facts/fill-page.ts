import type { Filling } from '../http/filled-page.ts'
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
  status: 200,
  head: headOf(FACTS, `${publicUrl}/facts`),
  shell: shellOf(FACTS),
  data: { path: '/facts', data: await read() },
})

export const fillSimulatorPage = (read: ReadSimulator, publicUrl: string) => async (): Promise<Filling> => ({
  status: 200,
  head: headOf(SIMULATOR, `${publicUrl}/simulator`),
  shell: shellOf(SIMULATOR),
  data: { path: '/simulator', data: await read() },
})

type Page = { title: string; lead: string }

/** Our own words, and an address that the operator chose: nothing to escape. */
const headOf = ({ title, lead }: Page, url: string): string =>
  [
    `<title>${title} · Trefoil</title>`,
    `<meta name="description" content="${lead}" />`,
    `<link rel="canonical" href="${url}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Trefoil" />',
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${lead}" />`,
    `<meta property="og:url" content="${url}" />`,
    '<meta name="twitter:card" content="summary" />',
  ].join('')

const shellOf = ({ title, lead }: Page): string =>
  `<div class="public-header"></div><main class="public-main"><div class="public-title"><h1>${title}</h1><p>${lead}</p></div></main>`
