import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../../apps/server/src/db/database.ts'
import type { Cluster } from './cluster/cluster.ts'
import { until } from './commands.ts'
import { startAll, type Installation } from './installation/installation.ts'
import { withOperators } from './installation/operators.ts'

const BACKUP_TIMEOUT_MS = 5 * 60_000
const PAYOUT_USD = 20
/** Members go on meanwhile. */
const LATER_MS = 3000

type Scene = { cluster: Cluster; installation: Installation; say: (line: string) => void }

export type Restored = {
  /** The last one that had to be there, and the last one that was. */
  wanted: string
  restored: string
  /** Written after it, and gone. */
  forgotten: number
  restoredInMs: number
  recovery: string
  verify: string
}

const pgbackrest = async ({ cluster }: Pick<Scene, 'cluster'>, ...args: string[]) =>
  (await cluster.primary()).run('postgres', ['pgbackrest', '--stanza=trefoil', ...args], {
    timeoutMs: BACKUP_TIMEOUT_MS,
  })

/** As README.md says it: once, when the cluster is new. */
export async function beginBackups(scene: Pick<Scene, 'cluster'>): Promise<void> {
  await pgbackrest(scene, 'stanza-create')
  await pgbackrest(scene, '--type=full', 'backup')
}

/** While members are at it: the last journal to keep, and the transaction that wrote it. */
export async function chooseTarget(scene: Scene): Promise<{ journal: string; transaction: string }> {
  await pgbackrest(scene, '--type=incr', 'backup')
  const target = await query<{ journal: string; transaction: string }>(
    scene.installation.databaseUrl,
    `select max(id)::text as journal, xmin::text as transaction from journal
     where xmin = (select xmin from journal order by id desc limit 1) group by xmin`,
  )
  await sleep(LATER_MS)
  return target
}

/**
 * Restores to exactly that journal, into a new cluster, after the chain has seen a payment that is later. The servers
 * find and book it, and two operators end the recovery.
 */
export async function restore(scene: Scene, target: { journal: string; transaction: string }): Promise<Restored> {
  const { cluster, installation, say } = scene
  const { databaseUrl, webs, workers, trefoil } = installation
  const paid = await withOperators(installation, ({ payOut }) => payOut(PAYOUT_USD))
  const primary = await cluster.primary()
  await cluster.psql(primary, 'select pg_switch_wal()')
  await pgbackrest(scene, 'check')
  const last = await query<{ forgotten: number }>(
    databaseUrl,
    `select count(*)::int as forgotten from journal where id > ${target.journal}`,
  )
  say(`${paid} was paid. Restoring to journal ${target.journal}, ${last.forgotten} before the last ...`)
  await Promise.all([...webs, ...workers].map((server) => server.stop()))

  const begun = Date.now()
  const to = `--type=xid --target=${target.transaction}`
  await cluster.beginAnew({ CLUSTER: 'restored', BOOTSTRAP: 'recover', RECOVER_TO: to })
  const { journal } = await query<{ journal: string }>(databaseUrl, 'select max(id)::text as journal from journal')
  const restoredInMs = Date.now() - begun

  // Refused unless that journal is the newest.
  say(await trefoil('begin-recovery', '--journal', target.journal, '--why', 'A drill'))
  await startAll([...workers, ...webs])
  const recovery = await withOperators(installation, ({ endRecovery }) => endRecovery())
  const verify = (await trefoil('verify')).trim().split('\n').at(-1) ?? ''
  return { wanted: target.journal, restored: journal, forgotten: last.forgotten, restoredInMs, recovery, verify }
}

async function query<Row>(url: string, text: string): Promise<Row> {
  return until('the database answers', async () => {
    const pool = openPool(url, 1)
    try {
      return { row: (await pool.query(text)).rows[0] as Row }
    } finally {
      await pool.end()
    }
  }).then(({ row }) => row)
}
