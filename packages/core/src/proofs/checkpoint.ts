import { fromBase64, toBase64 } from './base64.ts'
import { HASH_BYTES, Malformed } from './bytes.ts'
import { isSignedBy, parseNote, type Signature, signNote } from './note.ts'

/** What a log says about itself, as C2SP's checkpoints do: whose it is, how many leaves it has, and its root. */
export type Checkpoint = {
  log: LogName
  size: number
  root: Uint8Array
  /** The last checkpoint of the log that this one goes on from, if the database was restored or set back. */
  previous?: { number: number; size: number; root: Uint8Array }
}

/** An installation numbers its logs from 1. There is a second one only after its database was restored or set back. */
export type LogName = { installation: string; number: number }

export const originOf = ({ installation, number }: LogName): string => `trefoil/${installation}/${number}`

export const checkpointText = ({ log, size, root, previous }: Checkpoint): string =>
  [
    originOf(log),
    size,
    toBase64(root),
    ...(previous ? [`previous ${previous.number} ${previous.size} ${toBase64(previous.root)}`] : []),
    '',
  ].join('\n')

export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...extensions] = text.split('\n')
  if (extensions.pop() !== '') throw new Malformed('A checkpoint without a last line')
  const [, installation, number] = /^trefoil\/([0-9a-f]{64})\/(\d+)$/.exec(origin) ?? []
  if (installation === undefined || number === undefined) throw new Malformed('A checkpoint of some other log')
  const checkpoint = {
    log: { installation, number: parseSize(number) },
    size: parseSize(size),
    root: parseRoot(root),
  }
  const previous = extensions.find((line) => line.startsWith('previous '))?.split(' ')
  if (!previous) return checkpoint
  const [, before = '', sizeBefore = '', rootBefore = '', ...more] = previous
  if (more.length > 0) throw new Malformed('A checkpoint with a malformed line')
  return {
    ...checkpoint,
    previous: { number: parseSize(before), size: parseSize(sizeBefore), root: parseRoot(rootBefore) },
  }
}

/** `publicKey` is the log's: the name of the key is the checkpoint's first line. */
export const signCheckpoint = (
  checkpoint: Checkpoint,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Uint8Array,
): string => signNote(checkpointText(checkpoint), { name: originOf(checkpoint.log), publicKey }, sign)

export const NOT_SIGNED = "The checkpoint is not signed with the log's key"

/** Throws if it is malformed or not signed with this key. */
export function openCheckpoint(note: string, publicKey: Uint8Array, isValid?: (one: Signature) => boolean): Checkpoint {
  const parsed = parseNote(note)
  const checkpoint = parseCheckpoint(parsed.text)
  if (!isSignedBy(parsed, { name: originOf(checkpoint.log), publicKey }, isValid)) throw new Malformed(NOT_SIGNED)
  return checkpoint
}

function parseSize(text: string): number {
  const size = Number(text)
  if (!/^(?:0|[1-9]\d*)$/.test(text) || !Number.isSafeInteger(size))
    throw new Malformed(`A checkpoint with a size of ${text}`)
  return size
}

function parseRoot(text: string): Uint8Array {
  const root = fromBase64(text)
  if (root.length !== HASH_BYTES) throw new Malformed(`A checkpoint with a root of ${root.length} bytes`)
  return root
}
