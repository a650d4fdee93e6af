import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeDevice } from './device.ts'
import { maskAddress, subnetOf } from './subnet.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) CriOS/131.0 Mobile/15E148 Safari/604.1', 'Chrome on iOS'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0 Safari/537.36', 'ChromeOS'],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
  [undefined, 'Unknown browser'],
])('%s is %s', (agent, name) => {
  expect(describeDevice(agent)).toContain(name)
})

test('no text of a User-Agent is ever shown', () => {
  const names =
    /^(Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Unknown browser)( on (Android|iOS|ChromeOS|Windows|macOS|Linux))?$/
  const agents = fc.array(
    fc.oneof(fc.string(), fc.constantFrom('Firefox/1 ', ' Linux ', 'https://evil.example ', '<b>')),
  )
  fc.assert(fc.property(agents, (parts) => names.test(describeDevice(parts.join('')))))
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1234:5678:9abc:def0:1234:5678', '2001:db8:1234::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['::1', '::/48'],
  ['64:ff9b::203.0.113.77', '64:ff9b::/48'],
  ['203.0.113.256', undefined],
  ['2001:db8', undefined],
  ['1::2::3', undefined],
  ['1:2:3:4:5:6:7:8:9', undefined],
  ['example.org', undefined],
])('%s is told as %s', (address, subnet) => {
  expect(maskAddress(address)).toBe(subnet)
})

test('addresses of one subnet are told alike, and others are not', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const address = (groups: number[]) => groups.map((part) => part.toString(16)).join(':')
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), group, (groups, other) => {
      const bits = { v4Bits: 24, v6Bits: 56 }
      const inside = groups.with(7, other)
      const outside = groups.with(2, (groups[2] ?? 0) ^ 1)
      expect(subnetOf(address(inside), bits)).toBe(subnetOf(address(groups), bits))
      expect(subnetOf(address(outside), bits)).not.toBe(subnetOf(address(groups), bits))
    }),
  )
})
