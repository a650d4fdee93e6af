import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { Misuse, StartError } from '../start-error.ts'

/**
 * Each file of a backup is an age file of its own: authenticated, in chunks, so that memory does not grow with the table.
 * The `age` tool opens them, too: what it makes of them is a plain backup.
 */
export const ENCRYPTED = '.age'

/** Nobody's: the backup is not encrypted. */
export const PLAIN: readonly string[] = []

export type Sum = { bytes: number; sha256: string }

/** Sums what is written before it is encrypted. */
export async function writeBackupFile(source: Readable, file: string, recipients: readonly string[]): Promise<Sum> {
  const sum = summing()
  const into = (name: string) => createWriteStream(name, { flags: 'wx', mode: 0o600 })
  if (recipients.length === 0) await pipeline(source, sum.stream, into(file))
  else {
    const plain = asWeb(source.pipe(sum.stream))
    // Without this, a source that fails would leave the other end waiting.
    source.on('error', (error) => sum.stream.destroy(error))
    const encrypted = await encrypterFor(recipients).encrypt(plain)
    await pipeline(asNode(encrypted), into(file + ENCRYPTED))
  }
  return sum.result()
}

/** The plain content. The stream fails where the file was changed or cut short. */
export async function openBackupFile(file: string, identities: readonly string[]): Promise<Readable> {
  if (identities.length === 0) return createReadStream(file)
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return asNode(await decrypter.decrypt(asWeb(createReadStream(file + ENCRYPTED))))
}

// Node's types of web streams and the library's are not each other's.
const asWeb = (stream: Readable): ReadableStream<Uint8Array> => {
  const web: unknown = Readable.toWeb(stream)
  return web as ReadableStream<Uint8Array>
}
const asNode = (stream: unknown): Readable => Readable.fromWeb(stream as NodeWebStream)

/** Undefined: it cannot be read to its end. */
export async function sumOfBackupFile(file: string, identities: readonly string[]): Promise<Sum | undefined> {
  const sum = summing()
  try {
    await pipeline(await openBackupFile(file, identities), sum.stream.resume())
    return sum.result()
  } catch {
    return undefined
  }
}

export const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Refuses what is not a public key, before anything is copied. */
export function checkRecipients(recipients: readonly string[]): void {
  for (const recipient of recipients) {
    // It is not repeated: it may be the secret one.
    if (recipient.toUpperCase().startsWith('AGE-SECRET-KEY-'))
      throw new Misuse('This recipient is the secret key: give its public key, which begins with age1.')
    try {
      new Encrypter().addRecipient(recipient)
    } catch {
      throw new Misuse(`"${recipient}" is not the public key of an age key, which begins with age1.`)
    }
  }
}

/** The secret keys in a file as `age-keygen` writes it. */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The key file ${file} cannot be read (${error.code}).`)
  })
  const identities = text.split('\n').flatMap((line) => (line.startsWith('#') || !line.trim() ? [] : [line.trim()]))
  try {
    for (const identity of identities) new Decrypter().addIdentity(identity)
  } catch {
    throw new StartError(`${file} is not a key file: it has to contain a line that begins with AGE-SECRET-KEY-.`)
  }
  if (identities.length === 0) throw new StartError(`There is no key in ${file}.`)
  return identities
}

function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

function summing(): { stream: Transform; result: () => Sum } {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}
