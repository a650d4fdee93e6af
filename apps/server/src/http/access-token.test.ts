import { randomBytes, randomUUID } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accessTokens } from './access-token.ts'

const key = randomBytes(32)
const session = randomUUID()

test('a token names its session until it expires, once it was read as well', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const tokens = accessTokens([key])
  const first = tokens.sign(session)
  expect([tokens.read(first), tokens.read(first)]).toEqual([session, session])
  vi.advanceTimersByTime(5 * 60_000)
  const second = tokens.sign(session)
  expect([tokens.read(second), tokens.read(first), tokens.read(second)]).toEqual([session, session, session])
  vi.advanceTimersByTime(6 * 60_000)
  expect([tokens.read(first), tokens.read(second)]).toEqual([undefined, session])
})

test('a token that was read lends nothing to another one of its session', () => {
  const tokens = accessTokens([key])
  const token = tokens.sign(session)
  expect(tokens.read(token)).toBe(session)
  const [header, payload, signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object
  const longer = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url')
  const forged = createSigner({ key: randomBytes(32), algorithm: 'HS256', expiresIn: 60_000 })({ sid: session })
  for (const lie of [`${header}.${longer}.${signature}`, forged, token.slice(0, -1), `${token}x`, token.slice(0, 95)])
    expect(tokens.read(lie)).toBeUndefined()
  expect(tokens.read(token)).toBe(session)
})
