import { z } from 'zod'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

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
        index: z.number().int(),
      }),
    }),
  }),
})
