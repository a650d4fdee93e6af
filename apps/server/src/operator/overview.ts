import type { operatorOverview } from '@trefoil/contract/operator/overview'
import type { ReplyOf } from '@trefoil/contract/route'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import { lookAt } from '../db/worker-status.ts'
import { readFindings } from '../ledger/findings.ts'
import { describePostingStop, readPostingStop } from '../ledger/posting-stop.ts'
import { readSwitches } from '../members/switches.ts'
import { readRecovery } from '../payouts/recovery.ts'
import type { VaultFigures } from '../payouts/vault-figures.ts'
import type { OperatorContext } from './context.ts'
import { isCreditable } from './deposits.ts'
import { dollars, isoOrNull } from './shapes.ts'
import { vaultOf } from './vault.ts'

type Overview = ReplyOf<typeof operatorOverview>['data']

/** Every figure of the overview, each computed from rows. */
export async function readOverview({ db, chain, parts }: OperatorContext): Promise<Overview> {
  const [money, members, queue, scanner, payouts, signers, findings, switches, recovery, stop, sentences] =
    await Promise.all([
      one<MoneyRow>(db, MONEY),
      one<Overview['members']>(db, MEMBERS),
      one<QueueRow>(db, queueOf(chain)),
      one<ScannerRow>(db, scannerOf(chain.id)),
      sql<{ trouble: string | null; figures: VaultFigures }>`
        select trouble, figures from worker_status where name = 'payouts'`.execute(db),
      sql<{ address: string; next_nonce: string; stopped: string | null }>`
      select address, next_nonce, stopped from signer order by address`.execute(db),
      readFindings(db),
      readSwitches(db),
      readRecovery(db),
      readPostingStop(db),
      lookAt(db, parts, ({ sentence }) => sentence),
    ])
  const { waiting_amount, oldest, ...counts } = queue
  const violated = [
    ...findings.violated,
    ...(findings.overdue === undefined ? [] : [`The books were ${findings.overdue}`]),
  ]
  return {
    money: Object.fromEntries(
      Object.entries(money).map(([name, units]) => [name, dollars(units)]),
    ) as Overview['money'],
    members,
    queue: { ...counts, waiting_amount: dollars(waiting_amount), oldest: isoOrNull(oldest) },
    scanner: {
      scanned: scanner.scanned === null ? null : Number(scanner.scanned),
      final: scanner.final === null ? null : Number(scanner.final),
      lag_seconds: scanner.lag_seconds,
      trouble: scanner.trouble,
    },
    payouts: {
      paused: switches.payoutsPausedWhy !== null,
      recovery: recovery?.why ?? null,
      trouble: payouts.rows[0]?.trouble ?? null,
      vault: vaultOf(payouts.rows[0]?.figures ?? {}),
      signers: signers.rows.map((row) => ({ ...row, next_nonce: Number(row.next_nonce) })),
    },
    posting_stopped: stop ? describePostingStop(stop) : null,
    invariants: { ok: violated.length === 0, violated },
    parts: sentences,
  }
}

type MoneyRow = Record<keyof Overview['money'], string>
type QueueRow = Omit<Overview['queue'], 'waiting_amount' | 'oldest'> & { waiting_amount: string; oldest: Date | null }
type ScannerRow = {
  scanned: string | null
  final: string | null
  lag_seconds: number | null
  trouble: string | null
}

const MONEY = sql<MoneyRow>`
  select deposited.all as in, deposited.today as in_today, paid.all as out, paid.today as out_today, owed.held,
    owed.owed, system.owned, system.cause, system.operations, system.dust, system.on_chain
  from
    (select coalesce(sum(total_deposited), 0)::bigint as all, (
        select coalesce(sum(amount), 0)::bigint from journal j where source_member = 0 and source = 'chain'
          and reason in ('deposit', 'adjustment') and created_at > now() - interval '24 hours'
          and not exists (select from reversal where reverses = j.id)) as today
      from member_balance) deposited,
    (select coalesce(sum(amount), 0)::bigint as all,
        coalesce(sum(amount) filter (where ended_at > now() - interval '24 hours'), 0)::bigint as today
      from withdrawal where state = 'paid') paid,
    (select coalesce(sum(held), 0)::bigint as held, coalesce(sum(impact + available + held), 0)::bigint as owed
      from member_balance) owed,
    (select coalesce(sum(balance) filter (where account <> 'chain'), 0)::bigint as owned,
        coalesce(sum(balance) filter (where owner < 0), 0)::bigint as cause,
        coalesce(sum(balance) filter (where owner = 0 and account in ('operations', 'held')), 0)::bigint as operations,
        coalesce(sum(balance) filter (where account = 'dust'), 0)::bigint as dust,
        coalesce(-sum(balance) filter (where account = 'chain'), 0)::bigint as on_chain
      from system_account) system`

const MEMBERS = sql<Overview['members']>`
  select count(*)::int as total, count(*) filter (where stage > 0)::int as active,
    count(*) filter (where frozen)::int as frozen,
    (select count(*)::int from account where role = 'member' and created_at > now() - interval '24 hours') as new_today
  from member_balance`

const queueOf = (chain: Chain) => sql<QueueRow>`
  select count(*) filter (where waits)::int as waiting,
    coalesce(sum(amount) filter (where waits), 0)::bigint as waiting_amount,
    min(requested_at) filter (where waits) as oldest,
    count(*) filter (where state = 'approved')::int as approved,
    count(*) filter (where state = 'claimed')::int as sending,
    count(*) filter (where state = 'failed')::int as failed,
    (select count(*)::int from proposal where state = 'open') as proposals,
    (select count(*)::int from unmatched_transfer s where ${isCreditable(chain)} and not exists (
      select from proposal p where p.kind = 'assignment' and p.state <> 'rejected'
        and p.reversed_by is null and (p.details ->> 'unmatched')::bigint = s.id)) as unmatched
  from (
    select *, state = 'failed' or (state in ('requested', 'approved') and look_at is null) as waits
    from withdrawal where ended_at is null) open`

const scannerOf = (chainId: number) => sql<ScannerRow>`
  select scan.scanned, scan.final, worker_status.trouble, extract(epoch from now() - worker_status.reported_at)::float8 as lag_seconds
  from (select 1) always left join scan on scan.chain_id = ${chainId} left join worker_status on worker_status.name = 'scanner'`

async function one<Row>(
  db: OperatorContext['db'],
  query: { execute(db: OperatorContext['db']): Promise<{ rows: Row[] }> },
) {
  const { rows } = await query.execute(db)
  if (!rows[0]) throw new Error('A query for one row found none')
  return rows[0]
}
