import { z } from 'zod'

/** A reply that says only that it worked. */
export const done = z.object({ success: z.literal(true), message: z.string() })

/** Every refusal. `error` and `message` are the same text: different screens read different fields. */
export const failure = z.object({
  success: z.literal(false),
  code: z.string(),
  error: z.string(),
  message: z.string(),
  /** What it says more exactly than the code, and the values in it: for sentences in other languages. */
  detail: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** With `agreement_required` and `changed_meanwhile`: what there is to agree to. */
  documents: z.array(z.object({ kind: z.string(), version: z.number().int() })).optional(),
})
export type Failure = z.input<typeof failure>

/** 1 to 100 characters, not all blank, without control characters or characters that change the writing direction. */
export const personName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/)

export const email = z.email().max(254)

/** Bounded, so that nobody makes the server hash a megabyte. What makes a good passcode is a rule of core. */
export const passcode = z.string().min(1).max(1024)

/** Bytes as base64url. */
export const bytes = (length: { max: number }) =>
  z
    .string()
    .min(1)
    .max(length.max)
    .regex(/^[\w-]+$/)

/** An authenticator's answer to a challenge, with the names of the Web Authentication standard. */
export const passkeyAssertion = z.strictObject({
  id: bytes({ max: 1400 }),
  clientDataJSON: bytes({ max: 4000 }),
  authenticatorData: bytes({ max: 2000 }),
  signature: bytes({ max: 4000 }),
  userHandle: bytes({ max: 100 }).optional(),
})
export type PasskeyAssertion = z.input<typeof passkeyAssertion>

/** A six-digit code from the authenticator app, a recovery code, or a passkey. */
export const secondFactor = z.union([z.string().min(6).max(40), passkeyAssertion])
export type SecondFactor = z.input<typeof secondFactor>

export const role = z.enum(['member', 'operator', 'auditor'])
export type Role = z.input<typeof role>

/** `former`: left the console. Still in the books, but cannot sign in. */
export const accountRole = z.enum([...role.options, 'former'])
export type AccountRole = z.input<typeof accountRole>

/** One line: no control characters, and no unpaired surrogates, which databases reject. */
export const lineOfText = z.string().regex(/^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]*$/u)

/** What members know a donation, a transfer or a withdrawal by. */
export const reference = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)

/** Dollars on the wire: a JSON number with at most five decimals, which core checks. */
export const usdNumber = z.number()

/** ISO 8601, UTC. */
export const instant = z.string()
