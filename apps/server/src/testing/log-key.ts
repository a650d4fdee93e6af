import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** In production nobody makes it but an administrator. */
export async function makeLogKey(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-log-key-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'log-key')
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return file
}
