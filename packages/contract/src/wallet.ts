import { z } from 'zod'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

export const generateWallet = route({
  method: 'POST',
  path: '/wallet/generate',
  access: 'member',
  summary: 'The address to deposit to: the same one while it is valid. Late deposits to it are credited all the same.',
  reply: done.extend({
    data: z.object({
      wallet_address: z.string(),
      /** "59 minutes": for the notice. */
      expires_in: z.string(),
      expires_at: instant,
      /** From these the browser computes the address again before it shows it. */
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
