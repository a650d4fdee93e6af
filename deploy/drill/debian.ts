import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { run } from './commands.ts'

/** Kept for the next drill: fetching takes a minute or more. */
export const DEBIAN = '/var/cache/trefoil/debian-13'
const MIRROR = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian'
const PACKAGES = 'patroni,postgresql-17,etcd-server,etcd-client,haproxy,pgbackrest,python3-etcd,iproute2'
const FETCH_TIMEOUT_MS = 15 * 60_000

/** By the package that has them. */
const TOOLS: Record<string, string> = {
  ip: 'iproute2',
  openssl: 'openssl',
  unshare: 'util-linux',
  mmdebstrap: 'mmdebstrap',
}

/** One sentence, where the drill cannot run. Nothing is installed on this machine unless `installs` asks for it. */
export async function findWhatIsMissing({ installs }: { installs: boolean }): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'The drill needs root on Linux: it makes hosts of its own, with networks and disks.'
  const missing = Object.keys(TOOLS).filter((tool) => !isInstalled(tool))
  if (missing.length > 0 && installs) await installTools(missing.map(packageOf))
  const still = missing.filter((tool) => !isInstalled(tool))
  if (still.length > 0) return describeMissing(still)
  try {
    await run('unshare', ['--net', '--mount', '--ipc', '--pid', '--fork', 'true'])
  } catch {
    return 'Namespaces may not be made here: run the drill on a machine of its own, or in a privileged container.'
  }
  return undefined
}

const isInstalled = (tool: string) =>
  ['/usr/sbin', '/sbin', '/usr/bin', '/bin'].some((folder) => existsSync(`${folder}/${tool}`))
const packageOf = (tool: string) => TOOLS[tool] ?? tool

export function describeMissing(tools: string[]): string {
  const command = `apt-get install ${tools.map(packageOf).join(' ')}`
  const verb = tools.length === 1 ? 'is' : 'are'
  return `${tools.join(', ')} ${verb} missing: \`${command}\`, or \`npm run drill -- --install\`, which does that first.`
}

/** Where there is no such package manager, or it refuses, the tools are still missing afterwards. */
async function installTools(packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(', ')} on this machine, to stay ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } as Record<string, string>
  const install = () => run('apt-get', ['install', '--yes', ...packages], { timeoutMs: FETCH_TIMEOUT_MS, env })
  await install().catch(async () => {
    await run('apt-get', ['update'], { timeoutMs: FETCH_TIMEOUT_MS, env }).catch(() => undefined)
    await install().catch(() => undefined)
  })
}

/** Debian 13's packages in a folder, whatever this machine runs. */
export async function fetchDebian(): Promise<void> {
  if (existsSync(DEBIAN)) return
  console.log('Fetching Debian 13 with Patroni, PostgreSQL, etcd, HAProxy and pgBackRest, once ...')
  await mkdir(dirname(DEBIAN), { recursive: true })
  const half = `${DEBIAN}.half-${process.pid}`
  try {
    await run('mmdebstrap', ['--variant=minbase', `--include=${PACKAGES}`, 'trixie', half, MIRROR], {
      timeoutMs: FETCH_TIMEOUT_MS,
    })
    await rename(half, DEBIAN)
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}
