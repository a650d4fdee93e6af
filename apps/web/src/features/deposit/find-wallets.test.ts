import { expect, test } from 'vitest'
import { readAnnouncement } from './find-wallets.ts'

const provider = { request: async () => null }
const info = { uuid: '1', name: 'Fox', icon: 'data:image/png;base64,AAAA', rdns: 'org.example' }

test('a wallet that announces itself is known by name and picture', () => {
  expect(readAnnouncement({ info, provider })).toEqual({ id: '1', name: 'Fox', icon: info.icon, provider })
})

test.each([
  ['turned around', '\u202Etellaw\u2066 x', 'tellaw x'],
  ['of several lines', 'Fox\nWallet\u2028!', 'FoxWallet!'],
  ['without end', 'W'.repeat(1000), 'W'.repeat(40)],
  ['of letters of two units', '🦊'.repeat(50), '🦊'.repeat(40)],
  ['right to left', 'محفظة', 'محفظة'],
])('a name %s is bounded and of one line', (_, name, shown) => {
  expect(readAnnouncement({ info: { ...info, name }, provider })?.name).toBe(shown)
})

test.each([
  'https://elsewhere.example.org/icon.png',
  '//elsewhere.example.org/icon.png',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  `data:image/png;base64,${'A'.repeat(200_000)}`,
  42,
])('a picture like %.40s is left out', (icon) => {
  expect(readAnnouncement({ info: { ...info, icon }, provider })).toMatchObject({ icon: null })
})

test.each([
  undefined,
  null,
  'a wallet',
  {},
  { info },
  { info, provider: {} },
  { info: { ...info, uuid: '' }, provider },
  { info: { ...info, name: '\u200B \u202E' }, provider },
  { info: { ...info, name: 7 }, provider },
])('%j announces no wallet', (detail) => {
  expect(readAnnouncement(detail)).toBeNull()
})
