import { beforeEach, expect, test } from 'vitest'
import { findWallet, keepWallet, type Wallet } from './kept-wallet.ts'

const START = Date.parse('2026-01-01T12:00:00Z')
const minutes = (count: number) => START + count * 60_000
const wallet = (validMinutes: number, words = '') =>
  ({ wallet_address: '0x1', expires_in: words, expires_at: new Date(minutes(validMinutes)).toISOString() }) as Wallet

let shelf: Map<string, string>
let storage: Parameters<typeof findWallet>[0]['storage']
beforeEach(() => {
  shelf = new Map()
  storage = {
    getItem: (key) => shelf.get(key) ?? null,
    setItem: (key, value) => void shelf.set(key, value),
    removeItem: (key) => void shelf.delete(key),
  }
})

test('an address is found again until it expires, and then discarded', () => {
  keepWallet({ storage, member: 'ada', now: START }, wallet(30))
  expect(findWallet({ storage, member: 'ada', now: minutes(29) })?.wallet.wallet_address).toBe('0x1')
  expect(findWallet({ storage, member: 'ada', now: minutes(30) })).toBeNull()
  expect(shelf.size).toBe(0)
})

test('nothing is kept longer than 60 minutes, whatever the server says', () => {
  keepWallet({ storage, member: 'ada', now: START }, wallet(600, '600 minutes'))
  expect(findWallet({ storage, member: 'ada', now: minutes(59) })).not.toBeNull()
  expect(findWallet({ storage, member: 'ada', now: minutes(60) })).toBeNull()
})

test('on a device whose clock is a day off, the words of the server count', () => {
  const now = minutes(24 * 60)
  expect(keepWallet({ storage, member: 'ada', now }, wallet(59, '59 minutes')).until).toBe(now + 59 * 60_000)
})

test("nobody sees another member's address", () => {
  keepWallet({ storage, member: 'ada', now: START }, wallet(60))
  expect(findWallet({ storage, member: 'ben', now: START })).toBeNull()
})

test('nonsense in the cache counts as nothing', () => {
  shelf.set('wallet:ada', '{"until":')
  expect(findWallet({ storage, member: 'ada', now: START })).toBeNull()
})
