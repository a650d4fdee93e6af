import { sql } from 'kysely'
import { approveProposal } from '../operator/decide-proposal.ts'
import { proposePayout } from '../operator/pay-out.ts'
import { proposeCause } from '../operator/propose-cause.ts'
import type { ProposalView } from '../operator/proposals.ts'
import { SPAN_DAYS } from './cast.ts'
import { auditEntryOf } from './paying-out.ts'
import { goTo, walletOf, type Period, type Stage } from './story.ts'

const AGREED_AT = 0.805
const DAYS_AGO = 47
/** The third still waits for its first payout. */
const PAID = ['the-cause', 'clean-water']

export const isPayday = ({ day, days }: Period): boolean =>
  day <= SPAN_DAYS - DAYS_AGO && SPAN_DAYS - DAYS_AGO < day + days

/** Two operators agree on addresses and amounts. The vault pays with the next withdrawals. */
export async function agreeOnPayouts(stage: Stage, period: Period): Promise<void> {
  const [first = 0, second = 0] = stage.operators
  await goTo(stage, period, AGREED_AT, 30_000)
  const agree = async ({ id }: ProposalView) => {
    await approveProposal(stage, actorOf(second), { id, why: 'Compared with the agreement' })
  }
  for (const { id: cause, slug, dollars } of await readBalances(stage)) {
    const address = walletOf(`the cause ${slug}`)
    const why = 'As their board wrote to us'
    await agree(await proposeCause(stage, actorOf(first), { cause, change: 'address', address, why }))
    // Two thirds, in hundreds.
    const amount = Math.floor(dollars / 150) * 100
    await agree(await proposePayout(stage, actorOf(first), { cause, amount, why: 'For the work of this year' }))
  }
}

async function readBalances({ db }: Stage) {
  const { rows } = await sql<{ id: number; slug: string; dollars: number }>`
    select id, slug, balance::float8 / 100000 as dollars
    from cause join system_account on owner = -id and account = 'cause' where slug = any (${PAID}) order by id`.execute(
    db,
  )
  return rows
}

function actorOf(operator: number) {
  const { address, agent } = auditEntryOf(operator, 'proposal.approve', '')
  return { operator, address, agent }
}
