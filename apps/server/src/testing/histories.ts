import type { MemberId } from '@trefoil/core/ledger/account'
import { usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { donation, donationOrder } from '../donations/donate.ts'
import { newReference } from '../ledger/reference.ts'
import { proposeAdjustment } from '../operator/propose.ts'
import { reversal } from '../operator/reverse.ts'
import { withdrawalReleased } from '../payouts/end.ts'
import { withdrawal } from '../payouts/request.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { CONFIRMED, transfer, transferOrder } from '../transfers/transfer.ts'
import { depositArrives } from './arrivals.ts'
import { earn } from './earnings.ts'
import { growNetwork } from './network.ts'
import { randomAddress, type Payouts } from './payouts.ts'
import type { Random } from './random.ts'
import { reversalOrder } from './reversals.ts'
import { twoOperators, why } from './two-operators.ts'
import type { TestWallet } from './wallet.ts'

const ROUNDS = 9
const SPAN_DAYS = 540
/** One member in this many is corrected after each round; few members need some of everything, too. */
const CORRECTED_PER_ROUND = 10
const CORRECTED_LEAST = 8
const keyring = makeKeyring('a secret of this test, long enough')

/** Members with histories of their own, spread over more than a year. */
export async function writeHistories(wallet: TestWallet, random: Random, count: number): Promise<MemberId[]> {
  const oneOfEach = (from: readonly MemberId[], length: number) =>
    Array.from({ length }, () => from[random.below(from.length)]!)
  // Members above earn from members below.
  const above = await growNetwork(wallet.owner, oneOfEach(wallet.members, Math.ceil(count / 4)))
  const below = await growNetwork(wallet.owner, oneOfEach(above, count - above.length))
  const members = [...above, ...below]
  const { rows } = await wallet.owner.query<{ code: string }>('select referral_code as code from member order by id')
  const codes = rows.map(({ code }) => code)
  for (const member of members) await depositArrives(wallet.ledger, member, amountBelow(random, 500))
  const correct = await corrections(wallet, random)
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      members.map((member) => {
        const act = someAct(wallet, random, { member, other: codes[random.below(codes.length)]! })
        return act().catch(ignoreRefusal)
      }),
    )
    const corrected = Math.max(CORRECTED_LEAST, Math.ceil(count / CORRECTED_PER_ROUND))
    for (let times = 0; times < corrected; times += 1) await correct(members[random.below(members.length)]!)
  }
  await wallet.owner.query(
    `update journal set created_at = now() - (max - id) * make_interval(days => $1) / max
     from (select max(id) from journal) newest`,
    [SPAN_DAYS],
  )
  return members
}

const amountBelow = (random: Random, dollars: number): number => (1 + random.below(dollars * 100_000)) / 100_000

function someAct(
  { ledger }: TestWallet,
  random: Random,
  { member, other }: { member: MemberId; other: string },
): () => Promise<unknown> {
  const amount = amountBelow(random, 90)
  switch (random.below(5)) {
    case 0:
      return () => depositArrives(ledger, member, amount)
    case 1:
      return () => ledger.post(donation, donationOrder(member, { amount }))
    case 2:
      return async () =>
        ledger.post(
          transfer,
          transferOrder(keyring, { sender: member, confirmation: CONFIRMED }, { amount, recipient_id: other }),
        )
    case 3:
      return () => earn(ledger, member, amount)
    default:
      return () =>
        ledger.post(withdrawal, {
          member,
          amount: usd(BigInt(Math.round(amount * 100_000)) + 1_000_000n),
          address: randomAddress(),
          source: 'available',
          reference: newReference('withdrawal'),
          key: undefined,
        })
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** What is done to a member's history afterwards: something is reversed, a withdrawal cancelled, a balance adjusted. */
async function corrections(wallet: TestWallet, random: Random): Promise<(member: MemberId) => Promise<void>> {
  const { db, ledger, owner } = wallet
  // Nothing of it asks the chain.
  const { agree } = await twoOperators({ wallet, chain: {} } as Payouts)
  const reverse = async (member: MemberId) => {
    const { rows } = await owner.query<{ id: number }>(
      `select id::int from journal j where source_member = $1 and reason in ('transfer', 'donation')
         and not exists (select from reversal where reverses = j.id) order by id desc limit 1`,
      [member],
    )
    if (rows[0]) await ledger.post(reversal, await reversalOrder(db, rows[0].id))
  }
  const cancel = async (member: MemberId) => {
    const { rows } = await owner.query<{ id: string; amount: string; reference: string }>(
      `select id, amount, reference from withdrawal where member_id = $1 and state = 'requested' limit 1`,
      [member],
    )
    const [open] = rows
    if (!open) return
    const held = { ...open, member, amount: usd(BigInt(open.amount)), source: 'available' as const }
    await ledger.post(withdrawalReleased, { ...held, becomes: 'cancelled', key: undefined })
  }
  const adjust = async (member: MemberId) => {
    const amount = amountBelow(random, 3) * (random.below(2) === 0 ? 1 : -1)
    await agree((context, first) => proposeAdjustment(context, first, { member, account: 'impact', amount, why }))
  }
  return async (member) => {
    for (const act of [reverse, cancel, adjust]) await act(member).catch(ignoreRefusal)
  }
}
