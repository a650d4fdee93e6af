import { execFile, type SpawnOptions } from 'node:child_process'
import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/** The user that PostgreSQL runs as, because it refuses to run as root. */
export type Runner = {
  /** In a user namespace where root has another id: it keeps root's files, but not root's powers. */
  isMasked: boolean
  /** Another user of the system, if we are root and namespaces are not allowed. */
  user: { uid: number; gid: number } | undefined
}

const NOBODY = { uid: 65_534, gid: 65_534 }
const MASK = ['--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`, '--']
const TRIAL_TIMEOUT_MS = 10_000

const asOneself: Runner = { isMasked: false, user: undefined }
const asMaskedRoot: Runner = { isMasked: true, user: undefined }

export async function chooseRunner(place: { dataDir: string; data: string; postgres: string }): Promise<Runner> {
  if (process.getuid?.() !== 0) return asOneself
  const owner = await stat(place.data).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  )
  if (owner && owner.uid !== 0) return tried({ isMasked: false, user: owner }, place)
  if (await works(asMaskedRoot, place)) return asMaskedRoot
  const runner = await tried({ isMasked: false, user: NOBODY }, place)
  if (owner) await giveAway(place.data, NOBODY)
  return runner
}

/** The command line for one of PostgreSQL's programs. It gets none of our environment, which holds secrets. */
export function commandFor(
  runner: Runner,
  program: string,
  args: string[],
): { program: string; args: string[]; options: SpawnOptions } {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
  const options: SpawnOptions = { env, ...runner.user }
  return runner.isMasked
    ? { program: 'unshare', args: [...MASK, program, ...args], options }
    : { program, args, options }
}

async function tried(runner: Runner, place: { dataDir: string; postgres: string }): Promise<Runner> {
  if (await works(runner, place)) return runner
  throw new StartError(
    `PostgreSQL does not run as root, and user ${runner.user?.uid} cannot enter ${place.dataDir}: ` +
      'start Trefoil as an ordinary user, or set DATABASE_URL.',
  )
}

async function works(runner: Runner, place: { dataDir: string; postgres: string }): Promise<boolean> {
  const trial = ['-c', 'cd "$1" && exec "$2" --version', 'sh', place.dataDir, place.postgres]
  const { program, args, options } = commandFor(runner, '/bin/sh', trial)
  return promisify(execFile)(program, args, { ...options, shell: false, cwd: '/', timeout: TRIAL_TIMEOUT_MS }).then(
    () => true,
    () => false,
  )
}

async function giveAway(folder: string, to: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), to.uid, to.gid)
  await lchown(folder, to.uid, to.gid)
}
