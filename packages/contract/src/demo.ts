import { z } from 'zod'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

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
