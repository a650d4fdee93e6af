import { copyFile, cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Settings } from '../env.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { emptyFolder, settingsOfAnother } from '../testing/backup-folder.ts'
import { trefoil } from '../testing/command-line.ts'
import { isLong } from '../testing/long-form.ts'
import { donate, fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { openBackupFile, readIdentities, writeBackupFile } from './backup-files.ts'
import { makeBackupKey } from './backup-keygen.ts'
import { readManifest } from './backup-manifest.ts'
import { restore } from './restore.ts'

const server = await shareTestServer()
const parent = await mkdtemp(join(tmpdir(), 'trefoil-encrypted-'))
afterAll(() => rm(parent, { recursive: true, force: true }))
let email = ''
let made: Awaited<ReturnType<typeof encryptedBackup>>

beforeAll(async () => {
  const member = await fundedMember(server, 100)
  await donate(member.visitor, 50)
  email = member.email
  made = await encryptedBackup()
})

/** An encrypted backup, and the key that opens it, as the command line makes both. */
async function encryptedBackup() {
  const [folder, keyFile] = [join(parent, 'backup'), join(parent, 'key.txt')]
  const { stdout } = await trefoil(['backup', 'keygen', '--out', keyFile, '--json'])
  const { recipient } = JSON.parse(stdout) as { recipient: string }
  const env = variablesOf(server.settings)
  const none = await trefoil(['backup', '--out', folder], env)
  const done = await trefoil(['backup', '--out', folder, '--json'], { ...env, BACKUP_RECIPIENTS: recipient })
  const identities = await readIdentities(keyFile)
  const manifest = await readManifest(folder, { identities, keyring: makeKeyring(server.settings.secret ?? '') })
  return { folder, keyFile, recipient, none, done, identities, manifest }
}

const variablesOf = ({ databaseUrl, databaseOwnerUrl, secret, dataDir }: Settings) => ({
  DATABASE_URL: databaseUrl ?? '',
  DATABASE_OWNER_URL: databaseOwnerUrl ?? '',
  DATA_DIR: dataDir,
  TREFOIL_SECRET: secret ?? '',
})

/** The same backup in another folder, to be spoilt. */
async function copyOfBackup(): Promise<string> {
  const copy = await emptyFolder()
  await cp(made.folder, copy, { recursive: true })
  return copy
}

const restoredInto = () => settingsOfAnother(server.settings)

test('the command encrypts unless told otherwise, and says how to make a key', async () => {
  const { none, done, recipient, folder, keyFile, identities } = made
  expect(none.code).toBe(1)
  expect(none.stderr.split('\n')).toHaveLength(1)
  expect(none.stderr).toContain('backup keygen --out')
  expect(recipient).toMatch(/^age1[0-9a-z]{58}$/)
  expect(JSON.parse(done.stdout)).toMatchObject({ folder, encrypted: true })
  expect(await trefoil(['backup', 'keygen', '--out', keyFile])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('never overwritten'),
  })
  const [secretKey = ''] = identities
  const backupFor = async (key: string) =>
    trefoil(['backup', '--out', join(await emptyFolder(), 'backup'), '--recipient', key], variablesOf(server.settings))
  const mistaken = await backupFor(secretKey)
  expect(mistaken).toMatchObject({ code: 2, stderr: expect.stringContaining('is the secret key') })
  expect(mistaken.stderr).not.toContain(secretKey)
  const wrong = await backupFor('age1nobody')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('is not the public key') })
})

test('an encrypted backup restores with its key, and shows nobody else anything', async () => {
  const { folder, keyFile, manifest } = made
  const files = await readdir(folder)
  expect(files.filter((file) => !file.endsWith('.age'))).toEqual([])
  expect(files).toHaveLength(manifest.tables.length + 1)
  for (const file of files) {
    const content = await readFile(join(folder, file))
    expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(content.includes(email), file).toBe(false)
    expect((await stat(join(folder, file))).mode & 0o077, file).toBe(0)
  }
  expect((await stat(keyFile)).mode & 0o077).toBe(0)

  const settings = await restoredInto()
  await expect(restore(settings, folder)).rejects.toThrow(/is encrypted: name the file with its key/)
  const strangers = join(await emptyFolder(), 'stranger.txt')
  await makeBackupKey(strangers)
  await expect(restore(settings, folder, await readIdentities(strangers))).rejects.toThrow(/encrypted for another key/)
  const restoring = ['restore', '--from', folder, '--identity', keyFile, '--json']
  const { code, stdout } = await trefoil(restoring, variablesOf(settings))
  const rows = manifest.tables.reduce((all, table) => all + table.rows, 0)
  expect([code, JSON.parse(stdout)]).toEqual([0, { rows, violated: [] }])
})

/** Where a byte is changed, as a share of the file, and how much is left of one that is cut off. */
const FLIPS: Record<string, number[]> = isLong
  ? {
      'account.copy.age': [0, 0.02, 0.3, 0.9, 1],
      'entry.copy.age': [0, 0.02, 0.3, 0.9, 1],
      'manifest.json.age': [0, 0.02, 0.3, 0.9, 1],
    }
  : { 'account.copy.age': [0.3], 'entry.copy.age': [0, 0.3, 1], 'manifest.json.age': [0.9] }
const CUTS: Record<string, number[]> = isLong
  ? { 'entry.copy.age': [0, 100, 220], 'manifest.json.age': [0, 100, 220] }
  : { 'entry.copy.age': [0, 220], 'manifest.json.age': [100] }

test('one byte changed, or any part cut off, is refused with a sentence, and nothing is written', async () => {
  const { folder, identities } = made
  const settings = await restoredInto()
  const tried = async (name: string, spoil: (file: string, size: number) => Promise<void>) => {
    const spoilt = await copyOfBackup()
    await spoil(join(spoilt, name), (await stat(join(spoilt, name))).size)
    return restore(settings, spoilt, identities).catch((error: Error) => error.message)
  }
  const flip = (at: number) => async (file: string, size: number) => {
    const content = await readFile(file)
    content[Math.min(size - 1, Math.floor(at * size))]! ^= 1
    await writeFile(file, content)
  }
  for (const [name, places] of Object.entries(FLIPS))
    for (const at of places) expect(await tried(name, flip(at)), `${name} at ${at}`).toMatch(/^The backup is damaged/)
  for (const [name, sizes] of Object.entries(CUTS))
    for (const kept of sizes)
      expect(await tried(name, (file) => truncate(file, kept)), `${name} to ${kept}`).toMatch(/^The backup is damaged/)
  expect(await tried('entry.copy.age', (file, size) => truncate(file, size - 1))).toMatch(/damaged: entry/)
  // A file of the same backup in another's place.
  expect(await tried('entry.copy.age', (file) => copyFile(join(folder, 'journal.copy.age'), file))).toMatch(
    /damaged: entry/,
  )
  expect(await tried('entry.copy.age', (file) => rm(file))).toMatch(/damaged: entry/)

  const client = new pg.Client({ connectionString: settings.databaseOwnerUrl })
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as tables from pg_class where relname in ('account', 'entry')`,
  )
  await client.end()
  expect(rows).toEqual([{ tables: 0 }])
})

test('a backup that somebody else has made for our key is refused', async () => {
  const { identities, recipient } = made
  const folder = await copyOfBackup()
  const settings = await restoredInto()
  const file = join(folder, 'manifest.json')
  const text = (await buffer(await openBackupFile(file, identities))).toString()
  const rewrite = async (changed: string) => {
    await rm(`${file}.age`, { force: true })
    await writeBackupFile(Readable.from([Buffer.from(changed)]), file, [recipient])
  }
  await rewrite(text.replace(/"created_at": "\d{4}/, '"created_at": "2031'))
  await expect(restore(settings, folder, identities)).rejects.toThrow(/with another secret, or it was changed/)
  await rewrite(text.replace(/,\s*"mac": "[^"]*"/, ''))
  await expect(restore(settings, folder, identities)).rejects.toThrow(/Nobody has signed this backup/)
  // In the clear, although an encrypted one was asked for.
  await rm(`${file}.age`)
  await writeFile(file, text)
  await expect(restore(settings, folder, identities)).rejects.toThrow(/is not encrypted/)
})
