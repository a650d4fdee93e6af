import { z } from 'zod'
import { route } from './route.ts'
import { done, email, passcode, secondFactor } from './shapes.ts'

const mailedToken = z.string().min(1).max(100)

export const verifyEmail = route({
  method: 'POST',
  path: '/users/verify-email',
  access: 'optional',
  summary: 'Verify the e-mail address with the mailed link’s token, or, signed in, with the mailed code. One of them.',
  body: z.strictObject({ token: mailedToken.optional(), code: z.string().min(6).max(20).optional() }),
  reply: done,
})

export const sendVerification = route({
  method: 'POST',
  path: '/users/verify-email/send',
  access: 'signed-in',
  summary: 'Mail a new link and code. An unverified address gets at most three mails an hour: then it waits.',
  reply: done,
})

export const changeEmail = route({
  method: 'PUT',
  path: '/users/email',
  access: 'signed-in',
  summary: 'Change the e-mail address. The old one is told, and can undo it for 72 hours; no money leaves meanwhile.',
  body: z.strictObject({ email, password: passcode, code: secondFactor.optional() }),
  reply: done,
})

export const undoEmailChange = route({
  method: 'POST',
  path: '/users/email/undo',
  access: 'public',
  summary: 'Take the old e-mail address back, with the token mailed to it. Ends all sessions and the passcode.',
  body: z.strictObject({ token: mailedToken }),
  reply: done,
})
