import { z } from 'zod'
import { mailTopic, unreadCount } from './notifications.ts'
import { route } from './route.ts'
import { done, instant, passcode, personName, secondFactor, usdNumber } from './shapes.ts'

const language = z.enum(['en', 'es', 'pt', 'fr', 'id', 'ar'])

const walletAddress = z.string().max(100)

/** What a member of this level may withdraw: at once, within 30 days, and what is left of that. Null: no such limit. */
const levelLimit = z.object({
  level: z.number().int(),
  per_withdrawal: usdNumber.nullable(),
  per_month: usdNumber.nullable(),
  left: usdNumber.nullable(),
  /** The lowest level that allows more than this. */
  more_at: z.number().int().nullable(),
})

export const readProfile = route({
  method: 'GET',
  path: '/users/profile',
  access: 'signed-in',
  summary: 'Who I am, what I hold, what limits apply.',
  reply: done.extend({
    data: z.object({
      profile: z.object({
        name: z.string(),
        email: z.string(),
        email_verified: z.boolean(),
        /** An address from before verification counts as verified until then. Null: no such time, or it is over. */
        email_grace_until: instant.nullable(),
        user_pk: z.string(),
        referral_code: z.string().nullable(),
        stage: z.number().int(),
        status: z.enum(['active', 'inactive']),
        last_donation: usdNumber,
        wallet_address: z.string().nullable(),
        /** An authenticator app or a passkey: sign-in and money ask for it. */
        two_factor: z.boolean(),
        authenticator: z.boolean(),
        passkeys: z.number().int(),
        /** From everybody but the sponsor. */
        email_hidden: z.boolean(),
        /** The command line made the passcode: the console stays closed until it is changed. */
        passcode_handed_out: z.boolean(),
        /** Chosen for mails and documents. Null: none was, and they follow the browser's. */
        language: language.nullable(),
      }),
      stats: z.object({
        total_donation: usdNumber,
        total_earn: usdNumber,
        total_deposit: usdNumber,
        total_withdraw: usdNumber,
      }),
      balances: z.object({ balance: usdNumber, deposit_balance: usdNumber, stage_balance: usdNumber }),
      /** `returnable`: deposits neither spent nor on hold, if they are returned. `level`: null without such a limit. */
      limits: z.object({ min_withdrawal: usdNumber, returnable: usdNumber, level: levelLimit.nullable() }),
      /** Which of a newcomer's first steps are done. Null: they are over, or were dismissed. */
      first_steps: z
        .object({ deposit: z.boolean(), donate: z.boolean(), share: z.boolean(), secure: z.boolean() })
        .nullable(),
      /** What money waits for. `agreement`: documents to agree to, for the first time or again. */
      consent: z.object({
        agreement: z.enum(['first', 'again']).nullable(),
        /** A newcomer may give from then on. Null: now. */
        donate_from: instant.nullable(),
      }),
      inbox: z.object({ unread: unreadCount, mail_topics: z.array(mailTopic) }),
    }),
  }),
})

export const updateProfile = route({
  method: 'PUT',
  path: '/users/profile',
  access: 'signed-in',
  summary:
    'Change name, payout address and who sees the e-mail address, or the passcode. Blank fields stay as they are.',
  body: z.strictObject({
    name: z.union([personName, z.literal('')]).optional(),
    wallet_address: walletAddress.optional(),
    email_hidden: z.boolean().optional(),
    current_password: passcode.optional(),
    new_password: passcode.optional(),
    code: secondFactor.optional(),
  }),
  reply: done,
})

export const setLanguage = route({
  method: 'PUT',
  path: '/users/language',
  access: 'signed-in',
  summary: 'Choose the language of mails and documents.',
  body: z.strictObject({ language }),
  reply: done,
})

export const dismissFirstSteps = route({
  method: 'POST',
  path: '/users/first-steps/dismiss',
  access: 'member',
  summary: 'Show the first steps no more.',
  reply: done,
})

export const setWallet = route({
  method: 'PUT',
  path: '/users/wallet',
  access: 'member',
  summary: 'Set the payout address.',
  body: z.strictObject({ wallet_address: walletAddress.min(1), code: secondFactor.optional() }),
  reply: done,
})
