import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../commands.ts'
import { NODES, SERVERS_ADDRESS } from './network.ts'

const KIT = new URL('../../cluster/', import.meta.url).pathname
export const WEB_PORT = 8080
export const WEB_PORTS = [3001, 3002] as const
export const DATABASE_HOST = 'database.internal'

type Changes = Record<string, string>

export type Kit = {
  certificates: string
  /** The folder with a machine's configurations. */
  render: (machine: string, changes?: Changes) => Promise<string>
}

/** The configurations that are shipped, with this cluster's addresses and passwords. */
export async function openKit(folder: string): Promise<Kit> {
  const secret = () => randomBytes(24).toString('hex')
  const own: Changes = {
    ...Object.fromEntries(NODES.map(({ name, address }) => [`${name.toUpperCase()}_ADDRESS`, address])),
    DATABASE_HOST,
    CLIENTS: `${SERVERS_ADDRESS}/32`,
    WEB_BIND: `127.0.0.1:${WEB_PORT}`,
    WEB1: `127.0.0.1:${WEB_PORTS[0]}`,
    WEB2: `127.0.0.1:${WEB_PORTS[1]}`,
    SHARED_BUFFERS: '256MB',
    SUPERUSER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    REWIND_PASSWORD: secret(),
  }
  const shipped = await readFile(join(KIT, 'cluster.env'), 'utf8')
  const write = async (changes: Changes) => {
    const file = join(folder, 'cluster.env')
    const lines = Object.entries({ ...own, ...changes }).map(([name, value]) => `${name}='${value}'`)
    await writeFile(file, `${shipped}\n${lines.join('\n')}\n`, { mode: 0o600 })
    return file
  }
  const certificates = join(folder, 'certificates')
  await run(join(KIT, 'certificates'), [await write({}), certificates])
  return {
    certificates,
    render: async (machine, changes = {}) => {
      const target = join(folder, `rendered-${machine}`)
      await run(join(KIT, 'render'), [await write(changes), machine, target])
      return target
    },
  }
}
