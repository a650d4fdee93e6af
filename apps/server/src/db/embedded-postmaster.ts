import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Postmaster = { pid: number; port: number; isReady: boolean }

/** Larger than any system gives out. */
const NOBODYS_PID = 2_147_483_647

/** The server that runs on this data folder, as its `postmaster.pid` tells. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (await isPostmasterOf(data, pid)) return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  // After a reboot the number may belong to a stranger, and PostgreSQL would take that for a running server. The
  // rest of the file stays: by it PostgreSQL finds out whether children of a killed server still work on the data.
  if (isAlive(pid)) await writeFile(file, [NOBODYS_PID, ...lines.slice(1)].join('\n'))
  return undefined
}

export async function isPostmasterOf(data: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return commandLineNames(data, pid)
  try {
    // A server works inside its data folder: this holds when the folder was renamed, and no stranger does it.
    const [folder, workplace] = await Promise.all([stat(data), stat(`/proc/${pid}/cwd`)])
    return folder.dev === workplace.dev && folder.ino === workplace.ino
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'EACCES' || code === 'EPERM' ? commandLineNames(data, pid) : false
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function commandLineNames(data: string, pid: number): Promise<boolean> {
  const commandLine =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout)
  return (await commandLine.catch(() => '')).includes(data)
}
