import { z } from 'zod'
import { route } from './route.ts'
import { done, passcode, personName, secondFactor, usdNumber } from './shapes.ts'

const walletAddress = z.string().max(100)

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
        user_pk: z.string(),
        referral_code: z.string().nullable(),
        stage: z.number().int(),
        status: z.enum(['active', 'inactive']),
        last_donation: usdNumber,
        wallet_address: z.string().nullable(),
        two_factor: z.boolean(),
        /** The command line made the passcode: the console stays closed until it is changed. */
        passcode_handed_out: z.boolean(),
      }),
      stats: z.object({
        total_donation: usdNumber,
        total_earn: usdNumber,
        total_deposit: usdNumber,
        total_withdraw: usdNumber,
      }),
      balances: z.object({ balance: usdNumber, deposit_balance: usdNumber, stage_balance: usdNumber }),
      limits: z.object({ min_withdrawal: usdNumber }),
    }),
  }),
})

export const updateProfile = route({
  method: 'PUT',
  path: '/users/profile',
  access: 'signed-in',
  summary: 'Change name and payout address, or the passcode. Blank fields stay as they are.',
  body: z.strictObject({
    name: z.union([personName, z.literal('')]).optional(),
    wallet_address: walletAddress.optional(),
    current_password: passcode.optional(),
    new_password: passcode.optional(),
    code: secondFactor.optional(),
  }),
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
