import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { bigId, intId, memberAccount, person, range } from './shapes.ts'

const systemAccount = z.enum(['chain', 'cause', 'operations', 'dust'])

export const ledgerAccount = z.enum([...memberAccount.options, ...systemAccount.options])

const reason = z.enum([
  'deposit',
  'donation',
  'transfer',
  'withdrawal_held',
  'withdrawal_released',
  'withdrawal_paid',
  'adjustment',
  'reversal',
  'closing',
])

export const entry = z.object({
  journal: z.number().int(),
  at: instant,
  reason,
  reference: z.string(),
  /** Null for accounts of causes and of the system. */
  member: person.nullable(),
  /** Whose account it is, if a cause's. */
  cause: z.string().nullable(),
  account: ledgerAccount,
  sequence: z.number().int(),
  amount: usdNumber,
  balance_after: usdNumber,
  share: z.string().nullable(),
})

export const listAccounts = route({
  method: 'GET',
  path: '/operator/ledger/accounts',
  access: 'console',
  summary: 'The accounts of the system and of each cause, and the sums of members’ accounts.',
  reply: done.extend({
    data: z.object({
      accounts: z.array(
        z.object({
          account: ledgerAccount,
          of: z.enum(['members', 'causes', 'system']),
          cause: z.object({ id: z.number().int(), name: z.string() }).nullable(),
          balance: usdNumber,
        }),
      ),
    }),
  }),
})

export const listEntries = route({
  method: 'GET',
  path: '/operator/ledger/entries',
  access: 'console',
  summary: 'The lines of one account, newest first. Without a member and a cause: a system account.',
  query: pageQuery.extend({
    account: ledgerAccount,
    member: intId.optional(),
    cause: intId.optional(),
    ...range,
  }),
  reply: done.extend({ data: z.object({ entries: z.array(entry), next_cursor: nextCursor }) }),
})

const journal = z.object({
  id: z.number().int(),
  at: instant,
  reason,
  reference: z.string(),
  amount: usdNumber,
  source: z.string(),
  source_member: person.nullable(),
  target_member: person.nullable(),
  rule_version: z.number().int(),
})

export const listJournals = route({
  method: 'GET',
  path: '/operator/ledger/journals',
  access: 'console',
  summary: 'Everything that happened to money, newest first.',
  query: pageQuery.extend({ reason: reason.optional(), ...range }),
  reply: done.extend({ data: z.object({ journals: z.array(journal), next_cursor: nextCursor }) }),
})

export const readJournal = route({
  method: 'GET',
  path: '/operator/ledger/journals/:id',
  access: 'console',
  summary: 'One journal with its lines, and what caused it.',
  params: z.strictObject({ id: bigId }),
  reply: done.extend({
    data: z.object({
      journal,
      entries: z.array(entry),
      cause: z.object({
        kind: z.enum(['deposit', 'donation', 'transfer', 'withdrawal', 'proposal', 'other']),
        /** The deposit's, withdrawal's or proposal's id. */
        id: z.string(),
        sentence: z.string(),
        facts: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
      reversal: z.object({
        /** Whether journals of this kind can be reversed, and this one was not. */
        possible: z.boolean(),
        /** The journal that this one takes back. */
        reverses: z.number().int().nullable(),
        /** The first of the journals that took this one back. */
        reversed_by: z.number().int().nullable(),
      }),
    }),
  }),
})
