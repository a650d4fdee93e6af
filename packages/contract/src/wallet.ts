import { z } from 'zod'
import { route } from './route.ts'
import { done, instant, usdNumber } from './shapes.ts'

export const generateWallet = route({
  method: 'POST',
  path: '/wallet/generate',
  access: 'member',
  summary: 'The address to deposit to: the same one while it is valid. Deposits that arrive later are still credited.',
  reply: done.extend({
    data: z.object({
      wallet_address: z.string(),
      /** For the notice: "59 minutes". */
      expires_in: z.string(),
      expires_at: instant,
      /** The browser recomputes the address from these before it shows it. */
      parameters: z.object({
        chain_id: z.number().int(),
        factory: z.string(),
        implementation: z.string(),
        treasury: z.string(),
        /** `0x` and 64 hexadecimal digits. */
        index: z.string(),
      }),
    }),
  }),
})

export const readWalletNetwork = route({
  method: 'GET',
  path: '/wallet/network',
  access: 'member',
  summary: 'What a wallet needs to know to pay a deposit: the chain and the token.',
  reply: done.extend({
    data: z.object({
      chain_id: z.number().int(),
      name: z.string(),
      token: z.object({ address: z.string(), symbol: z.string(), decimals: z.number().int() }),
      /** For a wallet that does not know the chain yet. Null: the operator names no public endpoint. */
      add: z.object({ rpc_url: z.string(), coin: z.string() }).nullable(),
    }),
  }),
})

export const lookUpPayment = route({
  method: 'POST',
  path: '/wallet/payment',
  access: 'member',
  summary: 'What the chain says about a transaction that is supposed to pay one of your deposit addresses.',
  body: z.strictObject({ transaction: z.string().regex(/^0x[0-9a-f]{64}$/) }),
  reply: done.extend({
    data: z.object({
      /** `failed`: it was included and had no effect. `other`: it pays none of your addresses in this token. */
      state: z.enum(['unknown', 'pending', 'failed', 'other', 'paid']),
      /** What it pays you. */
      amount: usdNumber.nullable(),
    }),
  }),
})
