import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

test('in production only the public address may ask for passkeys', () => {
  const party = relyingPartyOf({ publicUrl: 'https://trefoil.example.org', production: true })
  expect(party?.id).toBe('trefoil.example.org')
  expect(party?.isOwnOrigin('https://trefoil.example.org')).toBe(true)
  for (const origin of [
    'http://trefoil.example.org',
    'https://trefoil.example.org:8443',
    'https://evil.trefoil.example.org',
    'https://example.org',
    'http://localhost:3000',
    'null',
  ])
    expect(party?.isOwnOrigin(origin), origin).toBe(false)
})

test('a demo accepts every port of localhost, and nothing else', () => {
  const demo = relyingPartyOf({ publicUrl: 'http://localhost:3000', production: false })
  expect(demo?.id).toBe('localhost')
  expect(demo?.isOwnOrigin('http://localhost:5173')).toBe(true)
  for (const origin of ['http://localhost.evil.example', 'https://localhost:3000', 'http://127.0.0.1:3000'])
    expect(demo?.isOwnOrigin(origin), origin).toBe(false)
  const local = relyingPartyOf({ publicUrl: 'http://localhost:3000', production: true })
  expect(local?.isOwnOrigin('http://localhost:5173')).toBe(false)
})

test('an IP address has no passkeys', () => {
  for (const publicUrl of ['http://127.0.0.1:3000', 'https://203.0.113.7', 'http://[::1]:3000'])
    expect(relyingPartyOf({ publicUrl, production: false }), publicUrl).toBeUndefined()
})
