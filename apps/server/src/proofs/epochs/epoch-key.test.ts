import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { epochSecrets } from './epoch-key.ts'

test('salt and nonces are HMACs under the key of the epoch', () => {
  const key = randomBytes(32)
  const secretsOf = epochSecrets(key)
  for (const owner of [-7, 0, 1, 1_000_000]) {
    const message = Buffer.alloc(5)
    message.writeInt32BE(owner, 1)
    const mac = () => createHmac('sha512', key).update(message).digest('hex')
    const { salt, nonces } = secretsOf(owner)
    expect(Buffer.from(salt).toString('hex')).toBe(mac().slice(0, 64))
    message[0] = 1
    expect(Buffer.concat(nonces).toString('hex')).toBe(mac().slice(0, 96))
  }
})
