import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { fromBase64, toBase64 } from './base64.ts'
import { bytesToHex, concatBytes, isSame, Malformed, u8, utf8ToBytes } from './bytes.ts'

/** A signed note of C2SP: a text of whole lines, a blank line, and lines of signatures. */
export type Note = { text: string; signatures: readonly NoteSignature[] }
export type NoteSignature = { name: string; keyId: Uint8Array; signature: Uint8Array }

/** An Ed25519 key under a name. */
export type NoteKey = { name: string; publicKey: Uint8Array }

const ED25519 = 1
const KEY_ID_BYTES = 4
const SIGNATURES_MAX = 100
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u

export function parseNote(note: string): Note {
  if (!note.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(note))
    throw new Malformed('A note with odd characters')
  const split = note.lastIndexOf('\n\n')
  const text = note.slice(0, split + 1)
  const lines = note.slice(split + 2).split('\n')
  if (split < 1 || lines.pop() !== '' || lines.length === 0 || lines.length > SIGNATURES_MAX)
    throw new Malformed('A note without signatures')
  const signatures = lines.map((line) => {
    const [, name, encoded] = SIGNATURE_LINE.exec(line) ?? []
    const bytes = encoded === undefined ? undefined : fromBase64(encoded)
    if (!name || !bytes || bytes.length <= KEY_ID_BYTES) throw new Malformed('A note with a malformed signature')
    return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) }
  })
  return { text, signatures }
}

export const formatNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(({ name, keyId, signature }) => `— ${name} ${toBase64(concatBytes(keyId, signature))}\n`).join('')}`

/** `sign` makes an Ed25519 signature with the key's private half. */
export function signNote(
  text: string,
  { name, publicKey }: NoteKey,
  sign: (message: Uint8Array) => Uint8Array,
): string {
  if (!text.endsWith('\n')) throw new RangeError('A note has whole lines')
  return formatNote({
    text,
    signatures: [{ name, keyId: keyIdOf({ name, publicKey }), signature: sign(utf8ToBytes(text)) }],
  })
}

/** What has to be so for a note to be signed. */
export type Signature = { signature: Uint8Array; text: string; publicKey: Uint8Array }

/** Signatures of other keys are not looked at: anybody may add theirs to a note. */
export function isSignedBy(note: Note, key: NoteKey, isValid: (one: Signature) => boolean = isSignature): boolean {
  return signaturesBy(note, key).some(isValid)
}

export function signaturesBy({ text, signatures }: Note, key: NoteKey): Signature[] {
  const keyId = keyIdOf(key)
  return signatures
    .filter((one) => one.name === key.name && isSame(one.keyId, keyId))
    .map(({ signature }) => ({ signature, text, publicKey: key.publicKey }))
}

export function isSignature({ signature, text, publicKey }: Signature): boolean {
  try {
    // Strict as in RFC 8032: one key and one text have no second reading.
    return ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false })
  } catch {
    return false
  }
}

const keyIdOf = ({ name, publicKey }: NoteKey): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(`${name}\n`), u8(ED25519), publicKey)).slice(0, KEY_ID_BYTES)

/** As tools for signed notes take it: `name+id+key`. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${bytesToHex(keyIdOf(key))}+${toBase64(concatBytes(u8(ED25519), key.publicKey))}`
