import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from '../../db/database.ts'
import { modeProblem } from '../../file-mode.ts'
import { StartError } from '../../start-error.ts'

/** Signs checkpoints. Its file is apart from the database, and the last checkpoint is kept beside it. */
export type LogKey = { publicKey: Buffer; file: string }

const FACT = 'log key'

/**
 * The demo makes one. Browsers keep the public half and check everything with it, so the database keeps it, too: with another file
 * than the installation began with, nobody would believe the log any more.
 */
export async function openLogKey(db: Database, file: string, { production }: { production: boolean }): Promise<LogKey> {
  const known = await db.selectFrom('installation').select('value').where('key', '=', FACT).executeTakeFirst()
  if (!known && !production) await makeKeyFile(file)
  const publicKey = publicHalf(await readKeyFile(file))
  const text = publicKey.toString('hex')
  await db
    .insertInto('installation')
    .values({ key: FACT, value: JSON.stringify({ public: text }) })
    .onConflict((made) => made.doNothing())
    .execute()
  if (((await readPublicKey(db)) ?? text) !== text)
    throw new StartError(`The log's key file ${file} has another key than this installation began with: restore it.`)
  return { publicKey, file }
}

/** In hexadecimal. */
export async function readPublicKey(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', FACT).executeTakeFirst()
  return row && String(row.value['public'])
}

/** Read anew each time: nothing else needs the private half. */
export async function signWith({ file }: Pick<LogKey, 'file'>): Promise<(message: Uint8Array) => Uint8Array> {
  const key = await readKeyFile(file)
  return (message) => sign(null, message, key)
}

async function makeKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  // Only the first of several processes writes it.
  await writeFile(file, pem, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new StartError(`The log's key file ${file} cannot be written (${error.code}).`)
  })
}

async function readKeyFile(file: string): Promise<KeyObject> {
  const problem = (what: string) => new StartError(`The log's key file ${file} ${what}.`)
  const [pem, { mode }] = await Promise.all([readFile(file, 'utf8'), stat(file)]).catch((error: unknown) => {
    const make = 'restore it, or make the first one with `openssl genpkey -algorithm ed25519`'
    throw problem(`cannot be read (${(error as NodeJS.ErrnoException).code}): ${make}`)
  })
  const wrong = modeProblem(mode)
  if (wrong) throw problem(wrong)
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Said below.
  }
  throw problem('does not hold an Ed25519 key in PEM')
}

const publicHalf = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')

/** The last checkpoint that was signed, even if the database has forgotten it. */
export async function readKept({ file }: Pick<LogKey, 'file'>): Promise<string | undefined> {
  return readFile(keptFile(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Before anybody gets to see it. All or nothing, also if the machine stops meanwhile. */
export async function keep({ file }: Pick<LogKey, 'file'>, checkpoint: string): Promise<void> {
  const next = `${keptFile(file)}.next`
  const handle = await open(next, 'w', 0o600)
  try {
    await handle.writeFile(checkpoint)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(next, keptFile(file))
}

const keptFile = (file: string): string => `${file}.checkpoint`
