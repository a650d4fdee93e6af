import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../commands.ts'
import { makeHost, type Host } from './host.ts'
import type { Kit } from './kit.ts'
import { NODES } from './network.ts'
import { askPatroni, type Member } from './patroni.ts'

const WHOLE_WITHIN_MS = 120_000

export type Cluster = {
  hosts: Host[]
  primary: () => Promise<Host>
  standby: () => Promise<Host>
  etcdLeader: () => Promise<Host>
  /** Until there are a primary and two standbys that follow it, one of them synchronously. */
  untilWhole: (withinMs?: number) => Promise<void>
  /** As the superuser, on a node. */
  psql: (host: Host, sql: string, options?: { database?: string; timeoutMs?: number }) => Promise<string>
  patronictl: (host: Host, ...args: string[]) => Promise<string>
  /** Stops all, removes all data, and begins anew. */
  beginAnew: (changes?: Record<string, string>) => Promise<void>
}

/** Whether a cluster may acknowledge what only its primary has. */
export type Mode = { asynchronous: boolean }

export async function makeCluster(kit: Kit, folder: string, { asynchronous }: Mode): Promise<Cluster> {
  const backups = join(folder, 'backups')
  await mkdir(backups)
  const { certificates } = kit
  const hosts: Host[] = []
  for (const node of NODES)
    hosts.push(await makeHost({ ...node, folder: join(folder, node.name), backups, certificates }))

  /** By any node that answers. */
  const members = async (): Promise<Member[]> =>
    Promise.any(hosts.map(({ address }) => askPatroni(address, certificates)))
  const hostOf = (role: (member: Member) => boolean) => async () => {
    const found = (await members()).find(role)
    const host = hosts.find(({ name }) => name === found?.name)
    if (!host) throw new Error(`There is no such node: ${JSON.stringify(await members())}`)
    return host
  }
  const isSynchronous = ({ role }: Member) => role === 'sync_standby'
  const isFollowing = ({ role, state }: Member) =>
    (role === 'replica' || role === 'sync_standby') && state === 'streaming'

  const etcdctl = (host: Host, ...args: string[]) =>
    host.run('root', [
      'etcdctl',
      `--endpoints=https://${host.address}:2379`,
      '--cacert=/etc/trefoil-cluster/ca.crt',
      '--cert=/etc/trefoil-cluster/node.crt',
      '--key=/etc/trefoil-cluster/node.key',
      ...args,
    ])
  const cluster: Cluster = {
    hosts,
    primary: hostOf(({ role, state }) => role === 'leader' && state === 'running'),
    standby: hostOf(asynchronous ? isFollowing : isSynchronous),
    etcdLeader: async () => {
      for (const host of hosts) {
        const [status] = JSON.parse(await etcdctl(host, 'endpoint', 'status', '--write-out=json')) as [
          { Status: { leader: number; header: { member_id: number } } },
        ]
        if (status.Status.leader === status.Status.header.member_id) return host
      }
      throw new Error('etcd has no leader')
    },
    untilWhole: async (withinMs = WHOLE_WITHIN_MS) => {
      await until(
        'a primary and two standbys that follow it',
        async () => {
          const found = await members()
          const isLed = found.some(({ role, state }) => role === 'leader' && state === 'running')
          const isSafe = asynchronous || found.some(isSynchronous)
          return isLed && isSafe && found.filter(isFollowing).length === hosts.length - 1 ? true : undefined
        },
        { withinMs },
      )
    },
    psql: (host, sql, { database = 'postgres', timeoutMs = 60_000 } = {}) =>
      host.run('postgres', ['psql', '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', sql], {
        timeoutMs,
      }),
    patronictl: (host, ...args) => host.run('postgres', ['patronictl', '-c', '/etc/patroni/config.yml', ...args]),
    beginAnew: async (changes = {}) => {
      await Promise.all(hosts.map((host) => host.kill()))
      for (const host of hosts) await host.reset(await kit.render(host.name, changes))
      for (const host of hosts) host.start()
      await cluster.untilWhole()
      if (!asynchronous) return
      const primary = await cluster.primary()
      // Whoever is behind may take over, too: without that, Patroni would wait for the one that is gone.
      const settings = ['synchronous_mode=false', 'synchronous_mode_strict=false', 'maximum_lag_on_failover=104857600']
      await cluster.patronictl(primary, 'edit-config', '--force', ...settings.flatMap((one) => ['--set', one]))
    },
  }
  return cluster
}
