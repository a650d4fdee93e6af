import type { z } from 'zod'

/**
 * Who may call: anyone, anyone signed in, or a role. The role is read from the database on every call. What is for
 * operators also needs a second factor that was shown a short time ago. `optional`: anyone, and it matters whether they
 * are signed in.
 */
export type Access = 'public' | 'optional' | 'signed-in' | 'member' | 'operator' | 'console'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, in Fastify's syntax: `/things/:id`. */
  path: string
  access: Access
  summary: string
  /** Takes an `Idempotency-Key`: the same key and body have one effect and one reply. */
  idempotent?: true
  /** The ledger is asked, and makes sure of the session by itself: nobody waits for that twice. */
  posts?: true
  /** The same for everybody, and nothing in it is secret: caches may keep it for a moment. */
  shared?: true
  /** The body is a file of at most so many bytes, whatever type it claims to be. */
  upload?: number
  body?: z.ZodType
  query?: z.ZodType
  params?: z.ZodType
  reply: z.ZodType
}

export const route = <const R extends Route>(definition: R): R => definition

type Sent<R, Part extends 'body' | 'query' | 'params'> = R extends { [P in Part]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined

export type BodyOf<R> = R extends { upload: number } ? Uint8Array : Sent<R, 'body'>
export type QueryOf<R> = Sent<R, 'query'>
export type ParamsOf<R> = Sent<R, 'params'>
export type ReplyOf<R extends Route> = z.input<R['reply']>
