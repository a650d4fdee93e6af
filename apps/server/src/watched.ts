import { sql } from 'kysely'
import { LOCKS, type Database } from './db/database.ts'
import { lookAt, type HealthParts } from './db/worker-status.ts'
import type { Figure } from './http/metrics.ts'

/** Work that always has a leader. */
const LED = {
  poster: LOCKS.poster,
  scanner: LOCKS.scanner,
  reserves: LOCKS.reserves,
  log: LOCKS.proofLog,
  epochs: LOCKS.epochs,
}
const ANSWER_MS = 2000

/** What an operator must know, as of now. Every process finds the same: take the highest, not the sum. */
export async function readWatched(db: Database, parts: HealthParts): Promise<Figure[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ANSWER_MS).unref())
  const found = await Promise.race([readAll(db, parts).catch(() => undefined), late])
  const up = { name: 'trefoil_database_up', help: '1 while the database answers in time', value: found ? 1 : 0 }
  return [up, ...(found ?? [])]
}

async function readAll(db: Database, parts: HealthParts): Promise<Figure[]> {
  const [state, leaders, workers, health] = await Promise.all([
    sql<State>`${STATE}`.execute(db),
    sql<{ lock: number }>`select lock from lease where until > clock_timestamp()`.execute(db),
    sql<Worker>`
      select name, trouble is not null as trouble, figures,
        extract(epoch from clock_timestamp() - reported_at)::float8 as age from worker_status`.execute(db),
    lookAt(db, parts, ({ well }) => well),
  ])
  const led = new Set(leaders.rows.map(({ lock }) => lock))
  return [
    ...Object.entries(state.rows[0] ?? {}).map(([name, value]) => ({
      name: `trefoil_${name}`,
      help: HELP[name as keyof State],
      value,
    })),
    ...Object.entries(health).map(([part, well]) => ({
      name: 'trefoil_health',
      help: '1 while a part of the application is well, as in /api/health',
      labels: { part },
      value: well ? 1 : 0,
    })),
    ...Object.entries(LED).map(([work, lock]) => ({
      name: 'trefoil_leader',
      help: '1 while a process leads this work',
      labels: { work },
      value: led.has(lock) ? 1 : 0,
    })),
    ...workers.rows.flatMap(figuresOf),
  ]
}

type Worker = { name: string; trouble: boolean; figures: Record<string, number>; age: number }

const figuresOf = ({ name: worker, trouble, figures, age }: Worker): Figure[] => [
  { name: 'trefoil_worker_trouble', help: '1 while a worker waits', labels: { worker }, value: trouble ? 1 : 0 },
  { name: 'trefoil_worker_report_age_seconds', help: 'Since its last report', labels: { worker }, value: age },
  ...Object.entries(figures).map(([figure, value]) => ({
    name: 'trefoil_worker_figure',
    help: 'What it has reported, such as blocks',
    labels: { worker, figure },
    value,
  })),
]

const HELP = {
  posting_stopped: '1 while nothing is posted because confirmed journals are missing',
  recovery: '1 while the chain knows more than the database',
  payouts_paused: '1 while operators have paused payouts',
  withdrawals_failed: 'Withdrawals that the chain has rejected for good',
  withdrawal_oldest_seconds: 'Age of the oldest withdrawal that is neither paid nor refused',
  proposals_open: 'Proposals that wait for a second operator',
  mail_overdue_seconds: 'By how much the oldest mail is late',
  webhook_overdue_seconds: 'By how much the oldest webhook is late whose receiver does not fail',
  webhook_endpoints_failing: 'Webhook endpoints that accept nothing, or were disabled because of that',
  webhooks_given_up: 'Webhooks that were given up within a day',
  deposits_unanswered: 'Deposits on hold that screening has not answered about',
  deposit_unanswered_seconds: 'For how long the oldest of them has waited',
  screening_hits_open: 'Hits of screening that wait for an operator',
  screening_hit_oldest_seconds: 'For how long the oldest of them has waited',
  epoch_age_seconds: 'Since the newest epoch is on the chain; 0 before the first',
}
type State = Record<keyof typeof HELP, number>

const STATE = sql<State>`
  select (select count(*)::int from lost_tail where accepted_at is null) as posting_stopped,
    (select count(*)::int from recovery where ended_at is null) as recovery,
    coalesce((select (value ->> 'payoutsPausedWhy' is not null)::int from installation where key = 'switches'), 0)
      as payouts_paused,
    (select count(*)::int from withdrawal where state = 'failed' and ended_at is null) as withdrawals_failed,
    (select coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 from withdrawal where ended_at is null)
      as withdrawal_oldest_seconds,
    (select count(*)::int from proposal where state = 'open') as proposals_open,
    (select greatest(coalesce(extract(epoch from now() - min(next_at)), 0), 0)::float8 from mail_outbox
      where state in ('queued', 'failed')) as mail_overdue_seconds,
    (select greatest(coalesce(extract(epoch from now() - min(d.next_at)), 0), 0)::float8 from webhook_delivery d
      join webhook_endpoint e on e.id = d.endpoint_id and e.state = 'enabled' and e.failing_since is null
      where d.state = 'waiting') as webhook_overdue_seconds,
    (select count(*)::int from webhook_endpoint where (state = 'enabled' and failing_since < now() - interval '1 hour')
      or disabled_why in ('gone', 'failing')) as webhook_endpoints_failing,
    (select count(*)::int from webhook_delivery where state = 'failed' and ended_at > now() - interval '24 hours')
      as webhooks_given_up,
    (select count(*)::int from deposit where screening = 'waiting') as deposits_unanswered,
    (select coalesce(extract(epoch from now() - min(credited_at)), 0)::float8 from deposit where screening = 'waiting')
      as deposit_unanswered_seconds,
    (select count(*)::int from screening_hit where state = 'open') as screening_hits_open,
    (select coalesce(extract(epoch from now() - min(found_at)), 0)::float8 from screening_hit where state = 'open')
      as screening_hit_oldest_seconds,
    (select coalesce(extract(epoch from now() - max(anchored_at)), 0)::float8 from epoch where state = 'anchored')
      as epoch_age_seconds`
