import { hash } from 'node:crypto'

const BLOCK = 64
const DIGEST = 32
/** What is hashed at once without another buffer. */
const ROOM = 512

/**
 * HMAC with SHA-256 (RFC 2104) under one key, in hexadecimal digits. It is the inner and the outer hash, each in one call:
 * Node's own `createHmac` sets up its machinery anew each time, and every transfer to a private key would wait for that.
 */
export function hmacUnder(key: Buffer): (text: string) => string {
  if (key.length > BLOCK) throw new Error('The key is longer than a block')
  const inner = padded(key, 0x36, ROOM)
  const outer = padded(key, 0x5c, DIGEST)
  return (text) => {
    const long = Buffer.byteLength(text) > ROOM
    const message = long ? Buffer.concat([inner.subarray(0, BLOCK), Buffer.from(text)]) : inner
    const end = long ? message.length : BLOCK + inner.write(text, BLOCK)
    outer.write(hash('sha256', message.subarray(0, end), 'binary'), BLOCK, 'binary')
    return hash('sha256', outer)
  }
}

function padded(key: Buffer, pad: number, room: number): Buffer {
  const block = Buffer.alloc(BLOCK + room)
  key.copy(block)
  for (let index = 0; index < BLOCK; index += 1) block.writeUInt8(block.readUInt8(index) ^ pad, index)
  return block
}
