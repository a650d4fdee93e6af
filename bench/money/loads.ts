import { generateLoad, type Pace, type Posts, type Reads } from '../load/load.ts'
import type { Product } from '../server.ts'
import type { Population } from './population.ts'

export type Kind = keyof typeof KINDS

export const KINDS = {
  transfers: ({ port }: Product, people: Population, connections: number): Unhurried => ({
    port,
    connections,
    path: '/api/transfers/process',
    amount: 0.01,
    senders: people.tokens(),
    recipients: people.keys,
  }),
  'transfers into one account': (product: Product, people: Population, connections: number): Unhurried => ({
    ...KINDS.transfers(product, people, connections),
    senders: people.tokens().slice(1),
    recipients: people.keys.slice(0, 1),
  }),
  donations: ({ port }: Product, people: Population, connections: number): Unhurried => ({
    port,
    connections,
    path: '/api/donations/process',
    amount: 300,
    senders: people.leafTokens(),
    recipients: [],
  }),
  'donations that name a cause': (product: Product, people: Population, connections: number): Unhurried => ({
    ...KINDS.donations(product, people, connections),
    cause: 'clean-water',
  }),
}

export type Unhurried = Omit<Pace, 'warmUpMs' | 'runMs'> & (Posts | Reads)

const SLICE_MS = 2000
const SLICES_MAX = 10
const STEADY = 0.03

/** Until two slices in a row are as fast as each other: code is compiled, rows are at hand, files have grown. */
export async function warmUp(load: Unhurried): Promise<void> {
  let before = 0
  for (let slice = 0; slice < SLICES_MAX; slice += 1) {
    const { perSecond } = await generateLoad({ ...load, warmUpMs: 0, runMs: SLICE_MS })
    if (Math.abs(perSecond / before - 1) < STEADY) return
    before = perSecond
  }
}
