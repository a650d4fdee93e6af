import { makePrivateKey } from '@trefoil/core/identity/private-key'
import { expect, test } from 'vitest'
import { keyMacs } from '../members/accounts.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { deviceFor, isCurrentDevice, isDeviceOf } from './devices.ts'

const [NEW, OLD] = ['n'.repeat(40), 'o'.repeat(40)]
const [both, newest, oldest] = [makeKeyring(`${NEW},${OLD}`), makeKeyring(NEW), makeKeyring(OLD)]
const privateKey = makePrivateKey(Buffer.alloc(16, 7))
const passcode_hash = '$argon2id$…'

test('a known browser stays known when the secret gets a new version, until the old one is gone', () => {
  const cookie = deviceFor(oldest, { key_box: oldest.seal('private key', privateKey), passcode_hash })
  // As a rotation leaves it.
  const owner = { key_box: newest.seal('private key', privateKey), passcode_hash }
  expect(isDeviceOf(both, cookie, keyMacs(both, privateKey)) && isCurrentDevice(both, cookie, owner)).toBe(true)
  expect(isDeviceOf(newest, cookie, keyMacs(newest, privateKey))).toBe(false)
  const another = makePrivateKey(Buffer.alloc(16, 8))
  expect(isDeviceOf(both, cookie, keyMacs(both, another))).toBe(false)
  expect(isCurrentDevice(both, cookie, { ...owner, passcode_hash: '$argon2id$another' })).toBe(false)
  const renewed = deviceFor(both, owner)
  expect(isDeviceOf(newest, renewed, keyMacs(newest, privateKey)) && isCurrentDevice(newest, renewed, owner)).toBe(true)
})
