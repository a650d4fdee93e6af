import { expect, test } from 'vitest'
import { makeKeyring } from './keyring.ts'
import { readStamp } from './version.ts'

const [NEW, OLD, OTHER] = ['n'.repeat(40), 'o'.repeat(40), 'x'.repeat(40)]
const [both, newest, oldest] = [makeKeyring(`${NEW},${OLD}`), makeKeyring(NEW), makeKeyring(OLD)]

/** As it was made before there were versions: the same key, no version in front. */
const OLDER_BOX = readStamp(oldest.seal('totp secret', 'JBSWY3DPEHPK3PXP')).rest
const OLDER_HASH = oldest.mac('recovery code', 'abcd')

test('new data uses the first version, and every version given opens what it has sealed', () => {
  const box = both.seal('private key', 'tf…')
  expect(readStamp(box).version).toBe(newest.versions[0]?.id)
  expect(newest.open('private key', box)).toBe('tf…')
  expect(both.open('private key', oldest.seal('private key', 'tf…'))).toBe('tf…')
  expect(() => oldest.open('private key', box)).toThrow(/a secret that is not given/)
  expect(() => both.open('totp secret', box)).toThrow()
})

test('what was sealed or hashed before there were versions stays readable, whichever the version is', () => {
  for (const keyring of [oldest, both]) {
    expect(keyring.open('totp secret', OLDER_BOX)).toBe('JBSWY3DPEHPK3PXP')
    expect(keyring.digests('recovery code', 'abcd')).toContainEqual(OLDER_HASH)
  }
  expect(() => newest.open('totp secret', OLDER_BOX)).toThrow(/a secret that is not given/)
})

test('one changed byte, anywhere, and a box stays closed', () => {
  const box = both.seal('totp secret', 'JBSWY3DPEHPK3PXP')
  for (let at = 0; at < box.length; at += 1) {
    const changed = Buffer.from(box)
    changed[at]! ^= 1
    expect(() => both.open('totp secret', changed), `byte ${at}`).toThrow()
  }
})

test('a stored hash is found under every version, and tells nobody which secret it was made with', () => {
  expect(both.digests('reset token', 'abc')).toContainEqual(oldest.digest('reset token', 'abc'))
  expect(both.digests('reset token', 'abc')[0]).toEqual(both.digest('reset token', 'abc'))
  expect(both.digestTexts('reset token', 'abc')).toEqual(
    both.digests('reset token', 'abc').map((digest) => String.raw`\x${digest.toString('hex')}`),
  )
  expect(newest.digests('reset token', 'abc')).not.toContainEqual(oldest.digest('reset token', 'abc'))
  expect(both.isMac('refresh token', 'abc', oldest.mac('refresh token', 'abc'))).toBe(true)
  expect(both.isMac('refresh token', 'abc', makeKeyring(OTHER).mac('refresh token', 'abc'))).toBe(false)
  expect(both.isMac('refresh token', 'abc', Buffer.from('short'))).toBe(false)
  expect(both.versions.map(({ id }) => id)).toEqual([newest, oldest].map(({ versions }) => versions[0]?.id))
})
