import type { listConsoleEpochs, proposeEpoch as contract } from '@trefoil/contract/operator/epochs'
import type { BodyOf, QueryOf, ReplyOf } from '@trefoil/contract/route'
import { toDollars } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { transactionLink } from '../chain/transaction-link.ts'
import type { Tx } from '../db/database.ts'
import { consoleHistory, olderThan, readPage } from '../db/paging.ts'
import { violates } from '../db/violations.ts'
import { describeCoverage } from '../proofs/epochs/coverage.ts'
import type { Actor, OperatorContext } from './context.ts'
import type { ProposalView } from './proposals.ts'
import { openProposal } from './propose.ts'
import { coins, iso, isoOrNull } from './shapes.ts'

type List = ReplyOf<typeof listConsoleEpochs>['data']
type View = List['epochs'][number]

type Row = Pick<View, 'number' | 'state' | 'proposal_id' | 'why' | 'outstanding' | 'counted' | 'owners' | 'seconds'> & {
  asked_at: Date
  total: string | null
  vault_balance: string | null
  treasury_balance: string | null
  fee_paid: string | null
  transaction: string | null
  posted_at: Date | null
}

export async function readConsoleEpochs(
  { db, chain, keyring }: OperatorContext,
  query: QueryOf<typeof listConsoleEpochs>,
): Promise<List> {
  const { rows, next_cursor } = await readPage<Row>(consoleHistory(keyring, 'epochs'), query, {
    sources: [
      ({ after, limit }) =>
        sql<Row>`
          select number, state, proposal_id, why, outstanding, counted, owners, asked_at, total, vault_balance,
            treasury_balance, transaction, posted_at,
            -- Also of postings that the chain turned down: it charges for those as well.
            coalesce((select sum(s.fee_paid) from sending s where s.epoch = number), fee_paid)::text as fee_paid,
            extract(epoch from built_at - began_at)::float8 as seconds
          from epoch where ${olderThan('number', after)} order by number desc limit ${limit}`.execute(db),
    ],
    positionOf: ({ number }) => number,
  })
  return { contract: chain.attestations, epochs: rows.map((row) => viewOf(row, chain)), next_cursor }
}

function viewOf(row: Row, chain: OperatorContext['chain']): View {
  const { total, vault_balance, treasury_balance: _, fee_paid, ...rest } = row
  const { owed, there } = describeCoverage(row, chain.decimals)
  const isPosted = vault_balance !== null
  return {
    ...rest,
    asked_at: iso(row.asked_at),
    posted_at: isoOrNull(row.posted_at),
    seconds: row.seconds === null ? null : Math.round(row.seconds * 10) / 10,
    owed: total === null ? null : toDollars(owed),
    there: isPosted ? toDollars(there) : null,
    coverage_percent: isPosted ? percentFloor(there, owed) : null,
    cost: fee_paid === null ? null : coins(fee_paid),
    link: row.transaction === null ? null : transactionLink(chain, row.transaction),
  }
}

/** With one decimal. Where nothing is owed, all of it is there. */
const percentFloor = (there: bigint, owed: bigint): number => (owed === 0n ? 100 : Number((there * 1000n) / owed) / 10)

const UNDER_WAY = 'An epoch is under way already.'

export async function proposeEpoch(
  context: OperatorContext,
  actor: Actor,
  { why }: BodyOf<typeof contract>,
): Promise<ProposalView> {
  const { db, chain } = context
  if (!chain.attestations)
    throw new Refusal('wrong_state', 'No contract for attestations is configured: set CHAIN_ATTESTATIONS.')
  const open = await db
    .selectFrom('epoch')
    .select('number')
    .where('state', 'in', ['waiting', 'building', 'posting'])
    .executeTakeFirst()
  if (open) throw new Refusal('wrong_state', UNDER_WAY)
  return openProposal(context, actor, {
    kind: 'epoch',
    details: {},
    summary: 'Count what is owed to everybody now, and post it',
    why,
  })
}

/** Begins as soon as nothing is on its way. */
export async function askForEpoch(tx: Tx, proposal: number): Promise<void> {
  try {
    await sql`
      insert into epoch (number, proposal_id) select coalesce(max(number), 0) + 1, ${proposal} from epoch`.execute(tx)
  } catch (error) {
    if (violates(error, 'one_epoch_at_a_time')) throw new Refusal('wrong_state', UNDER_WAY)
    throw error
  }
}
