import { z } from 'zod'
import { route } from './route.ts'
import { done, instant, usdNumber } from './shapes.ts'

export const readDemoMail = route({
  method: 'GET',
  path: '/demo/mail',
  access: 'public',
  summary: 'Mail that was not sent because no SMTP server is configured, newest first. Demo mode only.',
  reply: done.extend({
    data: z.object({
      mails: z.array(
        z.object({ id: z.number().int(), to: z.string(), subject: z.string(), text: z.string(), created_at: instant }),
      ),
    }),
  }),
})

export const payTestFunds = route({
  method: 'POST',
  path: '/demo/pay',
  access: 'public',
  summary: 'Send test tokens to an address of the local chain. Demo mode only.',
  body: z.strictObject({ address: z.string().max(100), amount: usdNumber }),
  reply: done.extend({ data: z.object({ transaction_hash: z.string() }) }),
})
