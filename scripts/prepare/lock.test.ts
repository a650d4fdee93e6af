import { existsSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock.mjs'

let folder = ''
const file = () => join(folder, 'lock')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trefoil-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('preparations of one folder run one after the other, and leave no lock', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    inside += 1
    most = Math.max(most, inside)
    await sleep(20)
    inside -= 1
  }
  await Promise.all([1, 2, 3].map(() => withLock(work, file())))
  expect(most).toBe(1)
  expect(existsSync(file())).toBe(false)
})

test('a failed preparation releases the lock', async () => {
  await expect(withLock(() => Promise.reject(new Error('no space')), file())).rejects.toThrow('no space')
  expect(existsSync(file())).toBe(false)
})

test('the lock of an ended process is taken over', async () => {
  await writeFile(file(), '2147483647 0.5')
  expect(await withLock(async () => 'done', file())).toBe('done')
})

test('a stale lock is taken over even if another process has its pid', async () => {
  await writeFile(file(), `${process.pid} 0.5`)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(file(), longAgo, longAgo)
  expect(await withLock(async () => 'done', file())).toBe('done')
})
