import { z } from 'zod'
import { epochList } from './epochs.ts'
import { route } from './route.ts'
import { done } from './shapes.ts'

export const readTrust = route({
  method: 'GET',
  path: '/trust',
  access: 'public',
  shared: true,
  summary: 'What the public page of the same name shows: the newest epochs, and the log.',
  reply: done.extend({
    data: epochList.extend({
      /** Null: nothing is in the log yet. */
      log: z
        .object({
          number: z.number().int(),
          size: z.number().int(),
          /** Ed25519, in hexadecimal. */
          key: z.string(),
          /** The newest signed note. */
          checkpoint: z.string(),
        })
        .nullable(),
    }),
  }),
})
