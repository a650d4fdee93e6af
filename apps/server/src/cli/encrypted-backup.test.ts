import { copyFile, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { emptyFolder, settingsOfAnother } from '../testing/backup-folder.ts'
import { trefoil } from '../testing/command-line.ts'
import { donate, fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { backup } from './backup.ts'
import { openBackupFile, readIdentities, writeBackupFile } from './backup-files.ts'
import { makeBackupKey } from './backup-keygen.ts'
import { restore } from './restore.ts'

const server = await shareTestServer()
let email = ''

beforeAll(async () => {
  const member = await fundedMember(server, 100)
  await donate(member.visitor, 50)
  email = member.email
})

/** An encrypted backup, and the key that opens it. */
async function encryptedBackup() {
  const keys = await emptyFolder()
  const keyFile = join(keys, 'key.txt')
  const recipient = await makeBackupKey(keyFile)
  const folder = await emptyFolder()
  const manifest = await backup(server.settings, folder, [recipient])
  return { folder, keyFile, recipient, manifest, identities: await readIdentities(keyFile) }
}

const restoredInto = () => settingsOfAnother(server.settings)

test('an encrypted backup restores with its key, and shows nobody else anything', async () => {
  const { folder, keyFile, identities, manifest } = await encryptedBackup()
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
  const { rows, violated } = await restore(settings, folder, identities)
  expect(violated).toEqual([])
  expect(rows).toBe(manifest.tables.reduce((all, table) => all + table.rows, 0))
})

test('one byte changed, or any part cut off, is refused with a sentence, and nothing is written', async () => {
  const { folder, identities } = await encryptedBackup()
  const settings = await restoredInto()
  const tried = async (name: string, spoil: (file: string, size: number) => Promise<void>) => {
    const spoilt = await emptyFolder()
    await cp(folder, spoilt, { recursive: true })
    await spoil(join(spoilt, name), (await stat(join(spoilt, name))).size)
    return restore(settings, spoilt, identities).catch((error: Error) => error.message)
  }
  const flip = (at: number) => async (file: string, size: number) => {
    const content = await readFile(file)
    content[Math.min(size - 1, Math.floor(at * size))]! ^= 1
    await writeFile(file, content)
  }
  for (const name of ['account.copy.age', 'entry.copy.age', 'manifest.json.age'])
    for (const at of [0, 0.02, 0.3, 0.9, 1])
      expect(await tried(name, flip(at)), `${name} at ${at}`).toMatch(/^The backup is damaged/)
  for (const name of ['entry.copy.age', 'manifest.json.age'])
    for (const kept of [0, 100, 220])
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
  // What was not touched is as good as before.
  expect((await restore(settings, folder, identities)).violated).toEqual([])
})

test('a backup that somebody else has made for our key is refused', async () => {
  const { folder, identities, recipient } = await encryptedBackup()
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

test('the command encrypts unless told otherwise, and says how to make a key', async () => {
  const env = {
    DATABASE_URL: server.settings.databaseUrl ?? '',
    DATABASE_OWNER_URL: server.settings.databaseOwnerUrl ?? '',
    DATA_DIR: server.settings.dataDir,
    TREFOIL_SECRET: server.settings.secret ?? '',
  }
  const [folder, keyFile] = [join(await emptyFolder(), 'backup'), join(await emptyFolder(), 'key.txt')]
  const none = await trefoil(['backup', '--out', folder], env)
  expect(none.code).toBe(1)
  expect(none.stderr.trim().split('\n')).toHaveLength(1)
  expect(none.stderr).toContain('backup keygen --out')
  const made = await trefoil(['backup', 'keygen', '--out', keyFile, '--json'], env)
  const { recipient } = JSON.parse(made.stdout) as { recipient: string }
  expect(recipient).toMatch(/^age1[0-9a-z]{58}$/)
  expect(await trefoil(['backup', 'keygen', '--out', keyFile], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('never overwritten'),
  })
  const [secretKey = ''] = await readIdentities(keyFile)
  const [mistaken, wrong] = await Promise.all([
    trefoil(['backup', '--out', folder, '--recipient', secretKey], env),
    trefoil(['backup', '--out', folder, '--recipient', 'age1nobody'], env),
  ])
  expect(mistaken).toMatchObject({ code: 2, stderr: expect.stringContaining('is the secret key') })
  expect(mistaken.stderr).not.toContain(secretKey)
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('is not the public key') })

  const done = await trefoil(['backup', '--out', folder, '--json'], { ...env, BACKUP_RECIPIENTS: recipient })
  expect(JSON.parse(done.stdout)).toMatchObject({ folder, encrypted: true })
  const { databaseUrl, databaseOwnerUrl } = await restoredInto()
  const empty = { ...env, DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl }
  const restored = await trefoil(['restore', '--from', folder, '--identity', keyFile, '--json'], empty)
  expect([restored.code, JSON.parse(restored.stdout)]).toMatchObject([0, { violated: [] }])
})
