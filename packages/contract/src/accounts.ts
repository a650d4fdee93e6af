import { z } from 'zod'
import { route } from './route.ts'
import { done, email, passcode, personName, role, secondFactor } from './shapes.ts'

const privateKey = z.string().min(1).max(100)
const mailedToken = z.string().min(1).max(100)

export const register = route({
  method: 'POST',
  path: '/users/register',
  access: 'public',
  summary: 'Open an account under a sponsor. The reply carries the private key.',
  body: z.strictObject({
    name: personName,
    email,
    password: passcode,
    /** Omitted, null or empty: placed under the programme's root member. */
    referral_code: z.string().max(40).nullish(),
  }),
  reply: done.extend({
    user: z.object({ user_pk: z.string(), name: z.string(), email: z.string(), referral_code: z.string() }),
  }),
})

/** What every way in answers. */
export const signedIn = done.extend({
  token: z.string(),
  user: z.object({
    name: z.string(),
    email: z.string(),
    role,
    /** Null for operators and auditors, who have no place in the tree. */
    referral_code: z.string().nullable(),
    /** Whether the overview begins with the first steps, so that it has room for them from the start. */
    first_steps: z.boolean(),
  }),
})

export const login = route({
  method: 'POST',
  path: '/users/login',
  access: 'public',
  summary: 'Sign in with private key and passcode, and a second factor if there is one.',
  body: z.strictObject({ identifier: privateKey, password: passcode, code: secondFactor.optional() }),
  reply: signedIn,
})

export const refreshToken = route({
  method: 'GET',
  path: '/v1/auth/refresh-token',
  access: 'public',
  summary: 'A new access token for the refresh cookie, which is rotated.',
  reply: done.extend({ data: z.object({ accessToken: z.string() }) }),
})

export const logout = route({
  method: 'POST',
  path: '/users/logout',
  access: 'signed-in',
  summary: 'End this session on the server.',
  reply: done,
})

export const forgotPassword = route({
  method: 'POST',
  path: '/users/forgot-password',
  access: 'public',
  summary: 'Mail a reset link. The answer is the same whether or not the address is known.',
  body: z.strictObject({ email }),
  reply: done,
})

export const requestSignInLink = route({
  method: 'POST',
  path: '/users/login/link',
  access: 'public',
  summary: 'Mail a sign-in link to a verified address. The answer is the same whether or not the address is known.',
  body: z.strictObject({ email }),
  reply: done,
})

export const openSignInLink = route({
  method: 'POST',
  path: '/users/login/link/open',
  access: 'public',
  summary:
    "Make this browser known to the account, so that others' wrong passcodes do not count here. Signs nobody in.",
  body: z.strictObject({ token: mailedToken }),
  reply: done,
})

export const resetPassword = route({
  method: 'POST',
  path: '/users/reset-password',
  access: 'public',
  summary: 'Set a new passcode with a mailed token. Ends all sessions, holds withdrawals for a day.',
  body: z.strictObject({ token: mailedToken, password: passcode, confirm_password: passcode }),
  reply: done,
})
