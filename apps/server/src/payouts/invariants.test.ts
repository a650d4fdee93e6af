import { expect, test } from 'vitest'
import { verifyNews } from '../ledger/verify-news.ts'
import { verifyInvariants } from '../ledger/verify.ts'
import { WALLET_INVARIANTS } from '../ledger/wallet-invariants.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openCause } from '../testing/cause-payouts.ts'
import { openPayouts } from '../testing/payouts.ts'

/** For each invariant, edits that break it, made by the tables' owner. */
const CORRUPTIONS: Record<string, [corrupt: string, repair: string][]> = {
  'every credit from the chain has its log, and every log one credit': [
    ['update deposit set credited = credited + 1', 'update deposit set credited = credited - 1'],
    [`update deposit set ordinal = ordinal + 9`, `update deposit set ordinal = ordinal - 9`],
  ],
  'what was credited and what is dust is what arrived': [
    ['update dust_count set remainder = remainder + 1', 'update dust_count set remainder = remainder - 1'],
    ['update dust_count set booked = booked + 1', 'update dust_count set booked = booked - 1'],
  ],
  'what is booked as dust has arrived': [
    ['update dust_count set booked = booked + 1', 'update dust_count set booked = booked - 1'],
  ],
  'what is at deposit addresses is what arrived and was not swept': [
    ['update scan set swept = swept + 1', 'update scan set swept = swept - 1'],
    ['update scan set arrived = arrived + 1', 'update scan set arrived = arrived - 1'],
  ],
  'what is on hold is what uncleared deposits brought': [
    ['update member_balance set on_hold = 1 where impact > 0', 'update member_balance set on_hold = 0'],
    [`update deposit set screening = 'waiting'`, 'update deposit set screening = null'],
  ],
  'what is on hold was not returned': [
    [
      'update member_balance set on_hold = returnable, returnable = returnable - 300000 where returnable >= 300000',
      'update member_balance set on_hold = 0, returnable = on_hold where on_hold > 0',
    ],
  ],
  'what is held is what open withdrawals ask for': [
    [
      `update withdrawal set amount = amount + 1 where state = 'requested'`,
      `update withdrawal set amount = amount - 1 where state = 'requested'`,
    ],
    [
      `update withdrawal set amount = amount + 1 where state = 'approved' and member_id < 0`,
      `update withdrawal set amount = amount - 1 where state = 'approved' and member_id < 0`,
    ],
  ],
  'every withdrawal was held once, and ended once, the way it says': [
    [`update withdrawal set reference = 'x' || reference`, `update withdrawal set reference = substr(reference, 2)`],
    [
      `update journal set source_member = source_member + 1 where reason = 'withdrawal_paid'`,
      `update journal set source_member = source_member - 1 where reason = 'withdrawal_paid'`,
    ],
  ],
  'every payout to a cause or of operations was agreed on by two persons, or was found on the chain': [
    [
      `update proposal set details = jsonb_set(details, '{amount}', '9') where kind = 'payout'`,
      `update proposal set details = jsonb_set(details, '{amount}', '10') where kind = 'payout'`,
    ],
    [
      `update withdrawal set proposal_id = null where member_id < 0`,
      `update withdrawal set proposal_id = (select max(id) from proposal where kind = 'payout') where member_id < 0`,
    ],
  ],
  'every paid withdrawal has one payment, and every payment its withdrawal': [
    [`update sending set state = 'reverted'`, `update sending set state = 'done'`],
    [`update sending set transaction = 'x' || transaction`, `update sending set transaction = substr(transaction, 2)`],
  ],
  'no nonce is missing, and none was given out twice': [
    ['update signer set next_nonce = next_nonce + 1', 'update signer set next_nonce = next_nonce - 1'],
  ],
}

test('each invariant of the wallet detects its violation', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  await chain.pay(await wallet.addressOf(chain.chain, wallet.members[0]!), 3n * UNIT + 1n)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  await payouts.ask()
  await payouts.finish()
  await payouts.ask({ approved: false })
  await (await openCause(payouts)).payOut(10)
  await wallet.verify()
  expect(Object.keys(CORRUPTIONS)).toEqual(WALLET_INVARIANTS.map(({ name }) => name))
  for (const [name, corruptions] of Object.entries(CORRUPTIONS)) {
    for (const [corrupt, repair] of corruptions) {
      await wallet.owner.query(
        `set session_replication_role = replica; ${corrupt}; set session_replication_role = default`,
      )
      const found = (await verifyInvariants(wallet.db)).filter(({ violations }) => violations > 0)
      expect(
        found.map((verdict) => verdict.name),
        corrupt,
      ).toContain(name)
      await wallet.owner.query(
        `set session_replication_role = replica; ${repair}; set session_replication_role = default`,
      )
    }
  }
  await wallet.verify()
})

test('the check every minute covers open and recent withdrawals, and leaves old ones to the nightly check', async () => {
  const payouts = await openPayouts(await startTestChain())
  const { wallet } = payouts
  for (let count = 0; count < 2; count += 1) await payouts.ask()
  await payouts.finish()
  await verifyNews(wallet.db)
  const corrupt = (which: 'min' | 'max') =>
    wallet.owner.query(`set session_replication_role = replica;
      update withdrawal set ended_at = now() - interval '2 hours' where id = (select min(id) from withdrawal);
      update withdrawal set amount = amount + 1 where id = (select ${which}(id) from withdrawal);
      set session_replication_role = default`)
  const violatedIn = (found: { name: string; violations: number }[]) =>
    found.flatMap(({ name, violations }) => (violations > 0 ? [name] : []))
  const name = 'every withdrawal was held once, and ended once, the way it says'
  await corrupt('min')
  expect(violatedIn(await verifyNews(wallet.db))).toEqual([])
  expect(violatedIn(await verifyInvariants(wallet.db))).toContain(name)
  await corrupt('max')
  expect(violatedIn(await verifyNews(wallet.db))).toEqual([name])
})
