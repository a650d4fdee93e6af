import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run, until } from '../commands.ts'
import { layOver } from './machine.ts'
import type { NodeName } from './network.ts'

const PROGRAM = new URL('../host', import.meta.url).pathname
/** In memory: what is drilled are failures, not disks, and the disk of a small machine would be shared by all nodes. */
const DISK = '3G'
const DATA = 'var/lib/postgresql'

type Making = {
  name: NodeName
  address: string
  /** Where its files are. */
  folder: string
  /** Shared by all nodes. */
  backups: string
  certificates: string
}

/** A machine with a network, a disk, files and processes of its own. */
export type Host = {
  name: NodeName
  address: string
  start: () => void
  /** All its processes at once, as if its power were cut. What it has written stays. */
  kill: () => Promise<void>
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Runs a command there. */
  run: (user: 'postgres' | 'root', command: string[], options?: { timeoutMs?: number }) => Promise<string>
  /** Processes of that name whose parent has another one: the first of each kind. */
  findFirst: (command: string) => Promise<number | undefined>
  /** Leaves no room for the database's files. */
  fillDisk: () => Promise<void>
  freeDisk: () => Promise<void>
  /** Removes the database and etcd's data, and puts these configurations in place. */
  reset: (rendered: string) => Promise<void>
  logs: string[]
}

export async function makeHost({ name, address, folder, backups, certificates }: Making): Promise<Host> {
  const root = await layOver(folder)
  const inRoot = (script: string) => run('chroot', [root, 'bash', '-ec', script])
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'none', join(root, DATA)])
  await mkdir(join(root, 'var/lib/pgbackrest'), { recursive: true })
  await run('mount', ['--bind', backups, join(root, 'var/lib/pgbackrest')])
  for (const file of ['ca.crt', `${name}.crt`, `${name}.key`])
    await cp(join(certificates, file), join(root, 'etc/trefoil-cluster', file.replace(name, 'node')), {
      recursive: true,
    })
  // As README.md says it.
  await inRoot(`
    usermod --append --groups ssl-cert etcd
    cd /etc/trefoil-cluster
    chown root:ssl-cert . *
    chmod 750 . && chmod 644 *.crt && chmod 640 node.key
    mkdir -p /run/postgresql /var/lib/pgbackrest
    chown postgres:postgres /run/postgresql /var/lib/pgbackrest`)
  let child: ChildProcess | undefined

  const processes = async () =>
    (await run('ip', ['netns', 'pids', name])).split('\n').flatMap((line) => (line.trim() ? [Number(line)] : []))
  const signal = async (sent: NodeJS.Signals) => {
    for (const pid of await processes()) sendTo(pid, sent)
  }
  return {
    name,
    address,
    logs: ['etcd', 'patroni'].map((one) => join(root, `var/log/${one}.log`)),
    start: () => {
      const apart = ['unshare', '--mount', '--ipc', '--pid', '--fork', '--kill-child', PROGRAM, root]
      child = spawn('ip', ['netns', 'exec', name, ...apart], { stdio: ['ignore', 'ignore', 'inherit'] })
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await until(`the end of ${name}`, async () => ((await processes()).length === 0 ? true : undefined))
    },
    pause: async () => {
      // Twice: the first time, somebody may just have had a child.
      await signal('SIGSTOP')
      await signal('SIGSTOP')
    },
    resume: () => signal('SIGCONT'),
    run: (user, command, options) => {
      const as = ['setpriv', '--reuid', user, '--regid', user, '--init-groups', '--reset-env']
      return run('ip', ['netns', 'exec', name, 'chroot', root, ...as, ...command], options)
    },
    findFirst: async (command) => {
      for (const pid of await processes()) {
        const own = await describeProcess(pid)
        if (own?.command === command && (await describeProcess(own.parent))?.command !== command) return pid
      }
      return undefined
    },
    fillDisk: async () => {
      const ballast = join(root, DATA, 'ballast')
      const free = Number((await run('df', ['--output=avail', '--block-size=1', join(root, DATA)])).split('\n')[1])
      // Most of it at once, and the rest until there is none: the database takes some of it meanwhile.
      const most = Math.max(1, free - 64 * 2 ** 20)
      await run('bash', ['-c', `fallocate --length ${most} ${ballast}; cat /dev/zero >>${ballast}`]).catch(
        () => undefined,
      )
    },
    freeDisk: () => rm(join(root, DATA, 'ballast'), { force: true }),
    reset: async (rendered) => {
      await cp(rendered, root, { recursive: true })
      await inRoot(`
        rm -rf /var/lib/etcd /var/lib/postgresql/17
        install --directory --owner etcd --group etcd --mode 700 /var/lib/etcd
        install --directory --owner postgres --group postgres /var/lib/postgresql /var/lib/postgresql/17
        chown root:postgres /etc/patroni/config.yml /etc/pgbackrest.conf
        chown root:etcd /etc/default/etcd
        chmod 640 /etc/patroni/config.yml /etc/pgbackrest.conf /etc/default/etcd
        chmod 755 /etc /etc/patroni /etc/default`)
    },
  }
}

/** It may have ended meanwhile. */
function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function describeProcess(pid: number): Promise<{ command: string; parent: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const command = /^Name:\s+(.+)$/m.exec(status)?.[1]
  const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1]
  return command === undefined || parent === undefined ? undefined : { command, parent: Number(parent) }
}
