import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../../apps/server/src/db/database.ts'
import { IS_WRITABLE } from '../../apps/server/src/db/writable.ts'
import { compare } from './books.ts'
import { WEB_PORT } from './cluster/kit.ts'
import { cutOff } from './cluster/network.ts'
import { until } from './commands.ts'
import type { Scene } from './drills/drill.ts'
import type { Load } from './load/load.ts'

/** For so long the primary acknowledges what nobody else has. */
const ALONE_MS = 1500
const STEADY_WITHIN_MS = 90_000
/** Patroni gives a host up after 20 s. */
const REPLACED_WITHIN_MS = 60_000
/** Whoever posts after that has had the time to notice. */
const WATCHED_MS = 5000
const STOPS_WITHIN_MS = 2000

/**
 * In milliseconds, by the clock that notes when posting stopped. This process begins when a standby has become a primary,
 * and not before; the drill itself learns of it later.
 */
export const PROMOTED_AT = `select extract(epoch from backend_start) * 1000 from pg_stat_activity where backend_type = 'walwriter'`

export type Stopped = {
  lost: number
  /** From the promotion of the new primary. */
  stoppedInMs: number
  sentence: string
  health: string
  /** Journals that were written after posting had stopped. */
  postedSince: number
  missed: string[]
}

/** A cluster that was set up to lose: a primary that is alone acknowledges, and is gone. Posting has to stop. */
export async function loseOnPurpose({ cluster, installation, load, say }: Scene & { load: Load }): Promise<Stopped> {
  const { databaseUrl } = installation
  await load.untilSteady(STEADY_WITHIN_MS)
  const primary = await cluster.primary()
  say(`${primary.name} acknowledges alone for ${ALONE_MS / 1000} s, and is lost ...`)
  await cutOff(primary.name)
  await sleep(ALONE_MS)
  await primary.kill()
  const told = [...load.acknowledged]

  await until('another primary', () => ask(databaseUrl, `select 1 where ${IS_WRITABLE}`), {
    withinMs: REPLACED_WITHIN_MS,
    everyMs: 20,
  })
  const { foundAt, sentence } = await until('posting has stopped', () =>
    ask<{ foundAt: Date; sentence: string }>(
      databaseUrl,
      `select found_at as "foundAt", format('journal %s (%s) was confirmed and is missing', journal_id, reference) as sentence
       from lost_tail where accepted_at is null`,
    ),
  )
  await sleep(WATCHED_MS)
  const since = await ask<{ posted: number }>(
    databaseUrl,
    'select count(*)::int as posted from journal where created_at > (select max(found_at) from lost_tail)',
  )
  const { lost } = await compare(databaseUrl, told)
  const promotedAt = Number(await cluster.psql(await cluster.primary(), PROMOTED_AT))
  const outcome = {
    lost: lost.length,
    stoppedInMs: Math.round(foundAt.getTime() - promotedAt),
    sentence,
    health: await readHealth(),
    postedSince: since?.posted ?? Number.NaN,
  }
  return { ...outcome, missed: missedBy(outcome) }
}

const missedBy = ({ lost, stoppedInMs, health, postedSince }: Omit<Stopped, 'missed'>): string[] => [
  ...(lost === 0 ? ['nothing was lost, so nothing was shown'] : []),
  ...(stoppedInMs > STOPS_WITHIN_MS ? [`posting stopped only after ${stoppedInMs} ms`] : []),
  ...(health === 'trouble' ? [] : [`health says ${health}`]),
  ...(postedSince === 0 ? [] : [`${postedSince} journals were posted after that`]),
]

async function ask<Row>(url: string, question: string): Promise<Row | undefined> {
  const pool = openPool(url, 1)
  try {
    return (await pool.query(question)).rows[0] as Row | undefined
  } finally {
    await pool.end()
  }
}

const readHealth = () =>
  new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port: WEB_PORT, path: '/api/health' }, (answer) => {
      text(answer).then((said) => resolve((JSON.parse(said) as { parts: { posting: string } }).parts.posting), reject)
    }).on('error', reject)
  })
