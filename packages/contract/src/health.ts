import { z } from 'zod'
import { route } from './route.ts'
import { done } from './shapes.ts'

export const health = route({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Is the process alive, and is any part of it in trouble? The console has the details.',
  reply: done.extend({ parts: z.record(z.string(), z.enum(['ok', 'trouble'])) }),
})

export const ready = route({
  method: 'GET',
  path: '/ready',
  access: 'public',
  summary: '200 once everything that a member needs is up, 503 before.',
  reply: done,
})

export const reportError = route({
  method: 'POST',
  path: '/client-errors',
  access: 'public',
  summary: "Log a browser's crash on the server, under the request id that the member sees.",
  body: z.strictObject({ message: z.string().max(500), screen: z.string().max(200) }),
  reply: done.extend({ reference: z.string() }),
})
