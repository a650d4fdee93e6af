import { z } from 'zod'
import { signedIn } from './accounts.ts'
import { id } from './operator/shapes.ts'
import { route } from './route.ts'
import { bytes, done, instant, lineOfText, passcode, passkeyAssertion, secondFactor } from './shapes.ts'

// What goes to the browser's credentials API and comes from it has the standard's own names.

const publicKey = z.literal('public-key')
const credential = z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  /** Empty: whichever passkey of this site the visitor picks. */
  allowCredentials: z.array(credential),
})

const name = lineOfText.min(1).max(60).regex(/\S/)

const passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Also in the owner's cloud or password manager. */
  backed_up: z.boolean(),
  added_at: instant,
  last_used_at: instant.nullable(),
  /** There is a copy of it, so it is not accepted any more. */
  copied: z.boolean(),
})

export const passkeySignInOptions = route({
  method: 'POST',
  path: '/users/login/passkey/options',
  access: 'public',
  summary: 'A challenge for signing in with a passkey, as the only proof or as the second factor.',
  reply: done.extend({ data: requestOptions }),
})

export const passkeySignIn = route({
  method: 'POST',
  path: '/users/login/passkey',
  access: 'public',
  summary: 'Sign in with a passkey alone.',
  body: z.strictObject({ passkey: passkeyAssertion }),
  reply: signedIn,
})

export const passkeyOptions = route({
  method: 'POST',
  path: '/users/passkeys/options',
  access: 'signed-in',
  summary: 'A challenge for adding a passkey. Needs the passcode, and the second factor if there is one.',
  body: z.strictObject({ password: passcode, code: secondFactor.optional() }),
  reply: done.extend({ data: creationOptions }),
})

export const addPasskey = route({
  method: 'POST',
  path: '/users/passkeys',
  access: 'signed-in',
  summary: 'Add a passkey. The first second factor of an account brings recovery codes, shown once.',
  body: z.strictObject({
    name,
    credential: z.strictObject({
      id: bytes({ max: 1400 }),
      clientDataJSON: bytes({ max: 4000 }),
      attestationObject: bytes({ max: 16_000 }),
      transports: z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10),
    }),
  }),
  reply: done.extend({ data: z.object({ passkey, recovery_codes: z.array(z.string()).nullable() }) }),
})

export const readPasskeys = route({
  method: 'GET',
  path: '/users/passkeys',
  access: 'signed-in',
  summary: 'My passkeys, oldest first.',
  reply: done.extend({ data: z.object({ passkeys: z.array(passkey) }) }),
})

export const passkeyChallenge = route({
  method: 'POST',
  path: '/users/passkeys/challenge',
  access: 'signed-in',
  summary: 'A challenge for one of my passkeys, to send its answer as the code of another call.',
  reply: done.extend({ data: requestOptions }),
})

export const renamePasskey = route({
  method: 'PUT',
  path: '/users/passkeys/:id',
  access: 'signed-in',
  summary: 'Give a passkey another name.',
  params: id,
  body: z.strictObject({ name }),
  reply: done,
})

export const removePasskey = route({
  method: 'DELETE',
  path: '/users/passkeys/:id',
  access: 'signed-in',
  summary: 'Remove a passkey. Needs the passcode and the second factor.',
  params: id,
  body: z.strictObject({ password: passcode, code: secondFactor.optional() }),
  reply: done,
})
