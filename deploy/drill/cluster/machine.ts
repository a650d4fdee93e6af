import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../commands.ts'
import { DEBIAN } from '../debian.ts'

/** Debian's files, and what a machine changes of them, in a folder of its own: where they are. */
export async function layOver(folder: string): Promise<string> {
  const [root, changes, work] = ['root', 'changes', 'work'].map((part) => join(folder, part)) as [
    string,
    string,
    string,
  ]
  for (const part of [root, changes, work]) await mkdir(part, { recursive: true })
  await run('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=${DEBIAN},upperdir=${changes},workdir=${work}`, root])
  await run('mount', ['--bind', '/dev', join(root, 'dev')])
  await run('mount', ['-t', 'tmpfs', 'none', join(root, 'dev/shm')])
  return root
}
