import { z } from 'zod'
import { agreementRecord } from '../consent.ts'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { accountRole as role, done, instant, lineOfText, usdNumber } from '../shapes.ts'
import { securityEvents } from '../security-events.ts'
import { entry } from './ledger.ts'
import { because, id, memberAccount, person, range, why } from './shapes.ts'
import { withdrawalRow } from './withdrawals.ts'

export const searchMembers = route({
  method: 'GET',
  path: '/operator/members',
  access: 'console',
  summary: 'Accounts by name, e-mail, referral code, number, payout or deposit address. Without a search: the newest.',
  query: pageQuery.extend({ q: lineOfText.max(100).optional() }),
  reply: done.extend({
    data: z.object({
      members: z.array(
        person.extend({
          role,
          referral_code: z.string().nullable(),
          stage: z.number().int(),
          impact: usdNumber,
          available: usdNumber,
          held: usdNumber,
          frozen: z.boolean(),
          two_factor: z.boolean(),
          joined: instant,
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})

const historyLine = z.object({ at: instant, type: z.string(), description: z.string(), by: z.string().nullable() })

export const readMember = route({
  method: 'GET',
  path: '/operator/members/:id',
  access: 'console',
  summary: 'Everything about one account, on one page.',
  params: id,
  reply: done.extend({
    data: z.object({
      member: person.extend({
        role,
        referral_code: z.string().nullable(),
        joined: instant,
        frozen: z.boolean(),
        /** Null: not verified. */
        email_verified_at: instant.nullable(),
        two_factor: z.boolean(),
        recovery_codes_left: z.number().int(),
        wallet_address: z.string().nullable(),
        wallet_address_since: instant.nullable(),
        security_hold_until: instant.nullable(),
        /** How well the member is known. `kyc_level_fixed`: an operator has set it. */
        kyc_level: z.number().int(),
        kyc_level_fixed: z.boolean(),
        sponsor: person.nullable(),
        parent: person.nullable(),
        position: z.enum(['left', 'center', 'right']).nullable(),
        level: z.number().int().nullable(),
      }),
      balances: z.object({
        impact: usdNumber,
        available: usdNumber,
        held: usdNumber,
        /** Of the impact balance: deposits whose sender is not cleared. */
        on_hold: usdNumber,
        stage: z.number().int(),
        stage_balance: usdNumber,
        earning_threshold: usdNumber,
        last_donation: usdNumber,
        total_donated: usdNumber,
        total_earned: usdNumber,
        total_deposited: usdNumber,
        total_withdrawn: usdNumber,
      }),
      team: z.object({
        total: z.number().int(),
        by_level: z.array(z.number().int()),
        referrals: z.number().int(),
        active_referrals: z.number().int(),
      }),
      sessions: z.array(
        z.object({
          id: z.string(),
          since: instant,
          last_used: instant,
          expires_at: instant,
          ended_at: instant.nullable(),
          end_reason: z.string().nullable(),
          address: z.string().nullable(),
          device: z.string().nullable(),
        }),
      ),
      deposit_addresses: z.array(z.object({ address: z.string(), issued_at: instant, received: z.boolean() })),
      withdrawals: z.array(withdrawalRow),
      agreements: z.array(agreementRecord),
      /** What the account did, and what operators did to it, newest first. */
      history: z.array(historyLine),
    }),
  }),
})

export const readMemberStatement = route({
  method: 'GET',
  path: '/operator/members/:id/statement',
  access: 'console',
  summary: 'The lines of one account of a member, newest first, within a range of days.',
  params: id,
  query: pageQuery.extend({ account: memberAccount, ...range }),
  reply: done.extend({ data: z.object({ entries: z.array(entry), next_cursor: nextCursor }) }),
})

export const readMemberSecurityEvents = route({
  method: 'GET',
  path: '/operator/members/:id/security-events',
  access: 'console',
  summary: 'Sign-ins and changes of what guards one account, newest first.',
  params: id,
  query: pageQuery,
  reply: done.extend({ data: securityEvents }),
})

export const freezeMember = route({
  method: 'POST',
  path: '/operator/members/:id/freeze',
  access: 'operator',
  summary: 'The member may sign in and read, but not move money.',
  params: id,
  body: because,
  reply: done,
})

export const unfreezeMember = route({
  method: 'POST',
  path: '/operator/members/:id/unfreeze',
  access: 'operator',
  summary: 'The member may move money again.',
  params: id,
  body: because,
  reply: done,
})

export const endSessions = route({
  method: 'POST',
  path: '/operator/members/:id/end-sessions',
  access: 'operator',
  summary: 'Sign the account out everywhere.',
  params: id,
  body: because,
  reply: done.extend({ data: z.object({ ended: z.number().int() }) }),
})

export const resetTwoFactor = route({
  method: 'POST',
  path: '/operator/members/:id/reset-two-factor',
  access: 'operator',
  summary: 'Turn two-factor off for a member who lost it, after a check that is recorded. Holds withdrawals for a day.',
  params: id,
  body: z.strictObject({
    why,
    /** How the operator made sure that it is really the member: at least a sentence. */
    check: lineOfText.min(10).max(500),
  }),
  reply: done,
})
