import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { Keyring } from '../secrets/keyring.ts'
import { StartError } from '../start-error.ts'
import { ENCRYPTED, isThere, openBackupFile, sumOfBackupFile, writeBackupFile } from './backup-files.ts'

const MANIFEST = 'manifest.json'

export type Manifest = {
  format: 1
  /** The number of the database's last migration. */
  version: number
  created_at: string
  tables: { name: string; columns: string[]; rows: number; bytes: number; sha256: string }[]
  /**
   * With the installation's secret: anybody can encrypt for a public key, but only the installation can make its
   * backup. Plain backups from before encryption have none.
   */
  mac?: string
}

export const tableFile = (folder: string, table: string): string => join(folder, `${table}.copy`)

/** Written last: a folder without one is not a backup. */
export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'mac'>,
  { keyring, recipients }: { keyring: Keyring; recipients: readonly string[] },
): Promise<void> {
  const mac = keyring.mac('backup', JSON.stringify(manifest)).toString('base64url')
  const text = JSON.stringify({ ...manifest, mac }, null, 2)
  await writeBackupFile(Readable.from([Buffer.from(text)]), join(folder, MANIFEST), recipients)
}

type Keys = {
  /** None: the backup is plain. */
  identities?: readonly string[]
  /** Undefined: unknown, so that it does not matter whose backup it is. */
  keyring?: Keyring | undefined
}

/** Checks that every file is what was written. Nothing is written anywhere. */
export async function readManifest(folder: string, { identities = [], keyring }: Keys = {}): Promise<Manifest> {
  const manifest = parseManifest(await readManifestText(folder, identities))
  if (manifest.format !== 1) throw new StartError('This program does not know the format of this backup.')
  refuseForeign(manifest, { isEncrypted: identities.length > 0, keyring })
  for (const { name, bytes, sha256 } of manifest.tables) {
    const file = tableFile(folder, name)
    // The age tool writes no file for an empty table.
    if (bytes === 0 && identities.length === 0 && !(await isThere(file))) continue
    const found = await sumOfBackupFile(file, identities)
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new StartError(`The backup is damaged: ${name}.copy is not what was written.`)
  }
  return manifest
}

async function readManifestText(folder: string, identities: readonly string[]): Promise<string> {
  const file = join(folder, MANIFEST)
  const [isPlain, isEncrypted] = await Promise.all([isThere(file), isThere(file + ENCRYPTED)])
  if (!isPlain && !isEncrypted) throw new StartError(`There is no backup in ${folder}: its ${MANIFEST} cannot be read.`)
  if (identities.length === 0 && !isPlain)
    throw new StartError('This backup is encrypted: name the file with its key, --identity <file>.')
  // Somebody who expects an encrypted backup must not be given another one.
  if (identities.length > 0 && !isEncrypted)
    throw new StartError(
      'This backup is not encrypted: restore it without --identity, if you trust where it comes from.',
    )
  return openBackupFile(file, identities)
    .then((stream) => textOf(stream))
    .catch((error: Error) => {
      throw new StartError(
        error.message.includes('no identity matched')
          ? 'This backup was encrypted for another key: use the one that its recipient was made with.'
          : `The backup is damaged or was cut short: its ${MANIFEST} is not what was written.`,
      )
    })
}

function parseManifest(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    throw new StartError(`The backup was cut short: its ${MANIFEST} is not whole.`)
  }
}

function refuseForeign(
  { mac, ...manifest }: Manifest,
  { isEncrypted, keyring }: { isEncrypted: boolean; keyring: Keyring | undefined },
) {
  if (mac === undefined && isEncrypted) throw new StartError('Nobody has signed this backup: it is not one of ours.')
  if (mac === undefined || !keyring) return
  if (!keyring.isMac('backup', JSON.stringify(manifest), Buffer.from(mac, 'base64url')))
    throw new StartError(
      'The backup is of an installation with another secret, or it was changed: set the TREFOIL_SECRET that it had.',
    )
}
