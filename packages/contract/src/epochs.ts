import { z } from 'zod'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

/** Lower-case hexadecimal. */
const hash = z.string()
/** Decimal digits: more than a JSON number holds exactly. Counts of $0.00001, or of the token's own units. */
const digits = z.string()

const epoch = z.object({
  installation: hash,
  epoch: z.number().int(),
  /** When everything was counted. */
  at: instant,
  /** The last journal that is in it. */
  journal: digits,
  depth: z.number().int(),
  leaves: z.number().int(),
  /** Whether its leaves are still kept. */
  kept: z.boolean(),
  root: hash,
  total: digits,
  /** What the contract saw, in the token's own units. */
  assets: z.object({ vault: digits, treasury: digits }),
  log: z.object({ size: z.number().int(), root: hash }),
  contract: z.string(),
  /** When the contract looked. */
  posted_at: instant,
  /** Null: found in the contract, by a transaction that our records lost. */
  transaction: z.string().nullable(),
  /** Where anybody can look at it; null for a chain without a public explorer. */
  link: z.string().nullable(),
  /** What was on its way when it was counted all the same. */
  outstanding: z.string().nullable(),
})

export const epochList = z.object({
  installation: hash,
  chain: z.number().int(),
  /** Null: no contract is configured, so no epochs are made. */
  contract: z.string().nullable(),
  decimals: z.number().int(),
  epochs: z.array(epoch),
})

export const listEpochs = route({
  method: 'GET',
  path: '/proofs/epochs',
  access: 'public',
  shared: true,
  summary: 'What was owed to everybody, and what the contract saw, newest first.',
  query: z.strictObject({
    /** Only older ones. */
    before: z.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.number().int().min(1).max(366).optional(),
  }),
  reply: done.extend({ data: epochList }),
})

const params = z.strictObject({ epoch: z.number().int().min(1).max(2_147_483_647) })

export const readEpochLeaves = route({
  method: 'GET',
  path: '/proofs/epochs/:epoch/leaves',
  access: 'public',
  shared: true,
  summary: 'Every leaf of an epoch, 40 octets each (hash, then amount), 65,536 in a part.',
  params,
  query: z.strictObject({ part: z.number().int().min(0).max(65_535) }),
  reply: z.string(),
})

export const readAttestation = route({
  method: 'GET',
  path: '/proofs/epochs/:epoch/attestation',
  access: 'public',
  shared: true,
  summary: 'What the contract answers about an epoch, as this server heard it: not independent of us.',
  params,
  reply: done.extend({
    data: z.object({
      /** Who says so. */
      source: z.literal('server'),
      contract: z.string(),
      chain: z.string(),
      block: z.string(),
      /** Answers to `eth_call` at that block, byte by byte. */
      decimals: z.string(),
      latest: z.string(),
      attestation: z.string(),
      /** About the newest epoch, if that is another one. */
      newest: z.string().nullable(),
    }),
  }),
})

export const readOwnProof = route({
  method: 'GET',
  path: '/proofs/epochs/:epoch/mine',
  access: 'member',
  summary: "That the member's balance is counted in an epoch.",
  params,
  reply: done.extend({
    data: z.object({
      /** As the books had it after that journal: not read from the tree. */
      balance: digits,
      salt: hash,
      shards: z.array(
        z.object({
          index: z.number().int(),
          shard: z.number().int(),
          nonce: hash,
          amount: digits,
          /** Siblings, from the leaf upward. */
          path: z.array(z.object({ sum: digits, hash })),
        }),
      ),
    }),
  }),
})
