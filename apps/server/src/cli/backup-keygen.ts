import { writeFile } from 'node:fs/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { StartError } from '../start-error.ts'

/** A key pair in a file, as `age-keygen` writes it. Returns the public key. */
export async function makeBackupKey(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new StartError(`${file} exists already: a key is never overwritten.`)
    throw error
  })
  return recipient
}
