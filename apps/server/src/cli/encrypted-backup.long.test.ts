import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { emptyFolder, settingsOfAnother } from '../testing/backup-folder.ts'
import { startTestServer } from '../testing/server.ts'
import { backup } from './backup.ts'
import { openBackupFile, readIdentities, writeBackupFile } from './backup-files.ts'
import { makeBackupKey } from './backup-keygen.ts'
import { restore } from './restore.ts'

const hasAge = (() => {
  try {
    execFileSync('age', ['--version'])
    return true
  } catch {
    return false
  }
})()

const openWithAge = (keyFile: string, { from, to }: { from: string; to: string }) =>
  promisify(execFile)('age', ['--decrypt', '--identity', keyFile, '--output', to, from])

test.skipIf(!hasAge)('the standard age tool opens a backup, and what it makes of it restores', async () => {
  const server = await startTestServer()
  const keyFile = join(await emptyFolder(), 'key.txt')
  const recipient = await makeBackupKey(keyFile)
  const [encrypted, plain] = [await emptyFolder(), await emptyFolder()]
  const manifest = await backup(server.settings, encrypted, [recipient])
  for (const file of await readdir(encrypted))
    await openWithAge(keyFile, { from: join(encrypted, file), to: join(plain, file.replace(/\.age$/, '')) })
  const { rows, violated } = await restore(await settingsOfAnother(server.settings), plain)
  expect(violated).toEqual([])
  expect(rows).toBe(manifest.tables.reduce((all, table) => all + table.rows, 0))
})

test.skipIf(!hasAge)('a key of age-keygen works as well as one of ours', async () => {
  const server = await startTestServer()
  const [keys, folder] = [await emptyFolder(), await emptyFolder()]
  const keyFile = join(keys, 'key.txt')
  await promisify(execFile)('age-keygen', ['--output', keyFile])
  const { stdout } = await promisify(execFile)('age-keygen', ['-y', keyFile])
  await backup(server.settings, folder, [stdout.trim()])
  const settings = await settingsOfAnother(server.settings)
  expect((await restore(settings, folder, await readIdentities(keyFile))).violated).toEqual([])
})

const MEBIBYTE = 1024 * 1024
const SIZE = 512 * MEBIBYTE

test('encrypting and decrypting takes the same memory, however large the table', async () => {
  const folder = await emptyFolder()
  const recipient = await makeBackupKey(join(folder, 'key.txt'))
  const chunk = randomBytes(MEBIBYTE)
  const file = join(folder, 'large.copy')
  let peak = 0
  const before = process.memoryUsage().rss
  const watched = function* () {
    for (let sent = 0; sent < SIZE; sent += MEBIBYTE) {
      peak = Math.max(peak, process.memoryUsage().rss - before)
      yield chunk
    }
  }
  const { bytes } = await writeBackupFile(Readable.from(watched()), file, [recipient])
  expect(bytes).toBe(SIZE)
  let read = 0
  const counting = new Writable({
    write(part: Buffer, _encoding, done) {
      read += part.length
      peak = Math.max(peak, process.memoryUsage().rss - before)
      done()
    },
  })
  await pipeline(await openBackupFile(file, await readIdentities(join(folder, 'key.txt'))), counting)
  expect(read).toBe(SIZE)
  expect(peak).toBeLessThan(SIZE / 3)
})
