import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Postmaster = { pid: number; port: number; isReady: boolean }

/** Larger than any pid. */
const NOBODYS_PID = 2_147_483_647

/** The server that runs on this data folder, according to `postmaster.pid`. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (await isPostmasterOf(data, pid)) return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  // After a reboot the pid may belong to another program, which PostgreSQL would take for a running server. The rest of
  // the file stays: PostgreSQL uses it to find out whether children of a killed server still use the data.
  if (isAlive(pid)) await writeFile(file, [NOBODYS_PID, ...lines.slice(1)].join('\n'))
  return undefined
}

export async function isPostmasterOf(data: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return commandLineNames(data, pid)
  try {
    // PostgreSQL's working directory is its data folder. This holds even after the folder was renamed.
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
