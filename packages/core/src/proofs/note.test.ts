import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { bytesToHex } from './bytes.ts'
import { type Checkpoint, checkpointText, openCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts'
import { isSignedBy, parseNote, verifierKey } from './note.ts'
import vector from './vectors/note.json' with { type: 'json' }

const peter = { name: 'PeterNeumann', publicKey: fromBase64(vector.key.split('+')[2]!).slice(1) }

test("the note of Go's package is read, and its signature holds", () => {
  const note = parseNote(vector.note)
  expect(note.text.endsWith('what your problem is.\n')).toBe(true)
  expect(isSignedBy(note, peter)).toBe(true)
  expect(verifierKey(peter)).toBe(vector.key)
})

test('a changed text, another name and another key are not signed', () => {
  const note = parseNote(vector.note)
  expect(isSignedBy({ ...note, text: note.text.replace('is', 'was') }, peter)).toBe(false)
  expect(isSignedBy(note, { ...peter, name: 'EnochRoot' })).toBe(false)
  expect(isSignedBy(note, { ...peter, publicKey: peter.publicKey.with(0, 1) })).toBe(false)
})

test.each([
  ['no signature', 'text\n\n'],
  ['no text', '\n\n— name AAAAAAAA\n'],
  ['no last line feed', vector.note.slice(0, -1)],
  ['another dash', vector.note.replace('—', '-')],
  ['a control character', vector.note.replace('is', '\t')],
  ['a signature that is not base64', 'text\n\n— name AAA\n'],
  ['a signature without bytes', 'text\n\n— name AAAAAA==\n'],
])('a note with %s is refused', (_what, note) => {
  expect(() => parseNote(note)).toThrow()
})

// Made of 32 bytes of value 7, as PKCS #8 wraps an Ed25519 key.
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
})
const publicKey = Uint8Array.from(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32))
const checkpoint: Checkpoint = {
  log: { installation: 'ab'.repeat(32), number: 2 },
  size: 20_852_163,
  root: new Uint8Array(32).fill(9),
  previous: { number: 1, size: 20_000_000, root: new Uint8Array(32).fill(8) },
}

test("a checkpoint signed with Node's Ed25519 is opened as it was written", () => {
  const note = signCheckpoint(checkpoint, publicKey, (message) => sign(null, message, privateKey))
  expect(openCheckpoint(note, publicKey)).toEqual(checkpoint)
  expect(() => openCheckpoint(note, publicKey.with(0, 1))).toThrow('not signed')
  expect(() => openCheckpoint(note.replace('20852163', '20852164'), publicKey)).toThrow('not signed')
})

test.each([
  ['of another log', (text: string) => text.replace('trefoil', 'example.com')],
  ['with a size that begins with zero', (text: string) => text.replace('\n2', '\n02')],
  ['with a negative size', (text: string) => text.replace('\n2', '\n-2')],
  ['with a short root', (text: string) => text.replace(toBase64(checkpoint.root), 'AAAA')],
  ['without a last line', (text: string) => text.slice(0, -1)],
])('a checkpoint %s is refused', (_what, change) => {
  const text = checkpointText(checkpoint)
  expect(parseCheckpoint(text)).toEqual(checkpoint)
  expect(() => parseCheckpoint(change(text))).toThrow()
})

test('base64 has one text per value', () => {
  for (let length = 0; length < 8; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => 251 - at)
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
    expect(bytesToHex(fromBase64(toBase64(bytes)))).toBe(bytesToHex(bytes))
  }
  for (const wrong of ['A', 'AB', 'AB=', 'AB=C', 'AR==x', 'AR', 'AS==', '****'])
    expect(() => fromBase64(wrong)).toThrow()
})
