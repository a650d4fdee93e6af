import type { listWaitingDeposits } from '@trefoil/contract/operator/screening'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { consoleHistory, newerThan, readPage } from '../../db/paging.ts'
import { currentProgramme } from '../../ledger/programme.ts'
import { recordHit } from '../../screening/hits.ts'
import type { AuditedList } from '../audit-read.ts'
import type { Actor, OperatorContext } from '../context.ts'
import { dollars, iso, personOf, type Person } from '../shapes.ts'
import { refuse, release, takesTwo, type Released } from './decide-hit.ts'

/** By then a provider that works has answered, so nobody decides in its place. */
const BY_HAND_MINUTES = 10
const IS_OLD = sql`d.credited_at < now() - make_interval(mins => ${BY_HAND_MINUTES})`

type Query = QueryOf<typeof listWaitingDeposits>
type List = ReplyOf<typeof listWaitingDeposits>['data']
type Row = {
  id: string
  member: Person
  address: string
  amount: string
  reference: string
  waits_since: Date
  unanswered: string | null
  by_hand: boolean
}

export const waitingList: AuditedList<Query, List> = { list: 'screening deposits', read: readWaiting }

async function readWaiting({ db, keyring, settings }: OperatorContext, query: Query): Promise<List> {
  const { twoPersonsAbove } = await currentProgramme(db)
  const { rows, next_cursor } = await readPage<Row>(consoleHistory(keyring, 'screening deposits'), query, {
    sources: [
      ({ after, limit }) =>
        sql<Row>`
          select d.id, ${personOf('d.member_id')} as member, d.sender as address, d.credited as amount, d.reference,
            d.credited_at as waits_since, ${whyUnanswered} as unanswered, ${IS_OLD} as by_hand
          from deposit d where d.screening = 'waiting' and ${newerThan('d.id', after)} order by d.id limit ${limit}`.execute(
          db,
        ),
    ],
    positionOf: ({ id }) => id,
  })
  const { listFile, oracle, http } = settings.screening
  return {
    is_asking: [listFile, oracle, http].some((provider) => provider !== undefined),
    deposits: rows.map(({ id, amount, waits_since: since, member, ...row }) => ({
      ...row,
      id: Number(id),
      member,
      amount: dollars(amount),
      waits_since: iso(since),
      approvals: { needed: takesTwo({ amount, owner: member.id, state: 'open' }, twoPersonsAbove) ? 2 : 1 },
    })),
    next_cursor,
  }
}

const whyUnanswered = sql`(
  select a.provider || ': ' || a.detail from screening_answer a
  where a.owner_id = d.member_id and a.address = d.sender and a.result = 'none' order by a.id desc limit 1)`

type Decision = { id: number; why: string }

export const releaseWaiting = (context: OperatorContext, actor: Actor, { id, why }: Decision): Promise<Released> =>
  release(context, actor, { find: (tx) => holdForOperators(tx, id), why })

export const refuseWaiting = (context: OperatorContext, actor: Actor, { id, why }: Decision) =>
  refuse(context, actor, { find: (tx) => holdForOperators(tx, id), why })

type Waiting = { owner: number; address: string; credited: string; reason: string | null }

/** From now on it has a hit, and no answer changes anything. Whoever is first, an answer or an operator, decides. */
async function holdForOperators(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<Waiting>`
    update deposit d set screening = 'held' where d.id = ${id} and d.screening = 'waiting' and ${IS_OLD}
    returning d.member_id as owner, d.sender as address, d.credited, left(${whyUnanswered}, 300) as reason`.execute(tx)
  const [taken] = rows
  if (!taken) throw await whyNot(tx, id)
  const { owner, address, credited, reason } = taken
  const amount = usd(BigInt(credited))
  const found = { moment: 'deposit', owner, address, provider: 'none', reason, amount, deposit: String(id) } as const
  return (await recordHit(tx, found)).id
}

async function whyNot(tx: Tx, id: number): Promise<Refusal> {
  const { rows } = await sql<{ waits: boolean }>`
    select screening is not distinct from 'waiting' as waits from deposit where id = ${id}`.execute(tx)
  const [deposit] = rows
  if (!deposit) return new Refusal('not_found', 'There is no such deposit.')
  return new Refusal(
    'wrong_state',
    deposit.waits
      ? `This deposit has waited for less than ${BY_HAND_MINUTES} minutes: let screening answer first.`
      : 'This deposit waits for no answer any more.',
  )
}
