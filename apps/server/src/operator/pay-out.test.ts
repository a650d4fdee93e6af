import { expect, test } from 'vitest'
import { donation, donationOrder } from '../donations/donate.ts'
import { approveProposal } from './decide-proposal.ts'
import { dryRunPayout, proposePayout } from './pay-out.ts'
import { proposeCause } from './propose-cause.ts'
import { LOCKS } from '../db/database.ts'
import { depositArrives } from '../testing/arrivals.ts'
import { openCause, payAt } from '../testing/cause-payouts.ts'
import { shareTestChain, startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, randomAddress, type Payouts } from '../testing/payouts.ts'
import { keepCopy } from '../testing/rewind.ts'
import { why } from '../testing/two-operators.ts'
import { look } from '../payouts/sender.ts'

const chain = await shareTestChain()

const newest = async ({ wallet }: Payouts, owner: number) => {
  const { rows } = await wallet.owner.query(
    `select state, amount::int / 100000 as dollars, payout_number as number from withdrawal where member_id = $1 order by id desc`,
    [owner],
  )
  return rows[0]
}

const balanceOf = async ({ wallet }: Payouts, account: string, owner: number): Promise<number> => {
  const { rows } = await wallet.owner.query(
    'select balance::float8 / 100000 as dollars from system_account where (account, owner) = ($1, $2)',
    [account, owner],
  )
  return rows[0].dollars
}

test('never above what the account holds, also if it is spent before the second person agrees', async () => {
  const payouts = await openPayouts(chain)
  const { context, first, second, payOut } = await openCause(payouts, 200)
  const holds = await balanceOf(payouts, 'cause', -1)
  const tooMuch = proposePayout(context, first, { cause: 1, amount: holds + 0.00001, why })
  await expect(tooMuch).rejects.toMatchObject({ code: 'insufficient_funds' })
  const { id } = await proposePayout(context, first, { cause: 1, amount: 1, why })
  await payOut(holds)
  await expect(approveProposal(context, second, { id, why })).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect([await balanceOf(payouts, 'cause', -1), await balanceOf(payouts, 'held', -1)]).toEqual([0, holds])
  await expect(payOut(1)).rejects.toMatchObject({ code: 'insufficient_funds' })
  await payouts.finish()
  expect(await newest(payouts, -1)).toMatchObject({ state: 'paid' })
  await payouts.wallet.verify()
})

test('an address that two operators changed waits for 24 hours, whether it is the first or another', async () => {
  const payouts = await openPayouts(chain)
  const { context, first, second, agree } = await openCause(payouts)
  const { owner } = payouts.wallet
  const production = { ...context, settings: { ...context.settings, production: true } }
  const later = (hours: number) =>
    owner.query('update cause set payout_address_from = payout_address_from - make_interval(mins => $1) where id = 1', [
      hours * 60,
    ])
  const payment = () => proposePayout(production, first, { cause: 1, amount: 10, why })
  const refused = { code: 'wrong_state', message: expect.stringMatching(/^The payout address of The cause is new: /) }

  // Agreed on while the old one was still good.
  const before = await payment()
  const to = randomAddress()
  const { id } = await proposeCause(production, first, { cause: 1, change: 'address', address: to, why })
  await approveProposal(production, second, { id, why })
  await expect(approveProposal(production, second, { id: before.id, why })).rejects.toMatchObject(refused)
  await expect(payment()).rejects.toMatchObject(refused)
  await later(23.9)
  await expect(payment()).rejects.toMatchObject(refused)
  await later(0.1)
  // But it was another address that the two had seen.
  await expect(approveProposal(production, second, { id: before.id, why })).rejects.toMatchObject({
    code: 'wrong_state',
    message: 'The payout address has changed since: reject this, and propose it again.',
  })
  await agree(payment)
  await payouts.finish()
  expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)

  // So does the first address of a new cause.
  const { rows } = await owner.query<{ id: number }>(
    `insert into cause (slug, name, summary, legal_name) values ('wells', 'Wells', 'Water.', 'Wells e.V.') returning id`,
  )
  const cause = rows[0]!.id
  const opening = await proposeCause(production, first, { cause, change: 'open', address: randomAddress(), why })
  await approveProposal(production, second, { id: opening.id, why })
  await expect(proposePayout(production, first, { cause, amount: 10, why })).rejects.toMatchObject({
    code: 'wrong_state',
    message: expect.stringMatching(/^The payout address of Wells is new: /),
  })
  await payouts.wallet.verify()
})

test('a dry run says where it would go, since when, within which limits, and what it would change', async () => {
  const payouts = await openPayouts(chain)
  const { context, address } = await openCause(payouts)
  await payouts.finish()
  const holds = await balanceOf(payouts, 'cause', -1)
  const run = await dryRunPayout(context, { cause: 1, amount: 10 })
  expect(run).toMatchObject({
    refused: null,
    accounts: [
      { account: 'cause', before: holds, after: holds - 10 },
      { account: 'held', before: 0, after: 10 },
    ],
  })
  expect(run.address.toLowerCase()).toBe(address.toLowerCase())
  expect(Date.parse(run.address_since ?? '')).toBeLessThan(Date.now())
  expect(Object.keys(run.vault)).toEqual(['float', 'per_payment', 'per_day', 'left_today'])
  expect((await dryRunPayout(context, { cause: 1, amount: holds + 1 })).refused).toMatch(/does not cover/)
  const ofOperations = await dryRunPayout(context, { amount: 1, address })
  expect(ofOperations).toMatchObject({
    address_since: null,
    accounts: [{ account: 'operations' }, { account: 'held' }],
  })
})

test('nothing is paid to a new address before it is a day old, nor to one of our own', async () => {
  const payouts = await openPayouts(chain)
  const { context, first } = await openCause(payouts)
  await payAt(payouts, { address: randomAddress(), from: '1 hour' })
  const early = proposePayout(context, first, { cause: 1, amount: 10, why })
  await expect(early).rejects.toMatchObject({ code: 'wrong_state' })
  await payAt(payouts, { address: chain.chain.vaults[0]!, from: '-1 hour' })
  await expect(proposePayout(context, first, { cause: 1, amount: 10, why })).rejects.toMatchObject({
    code: 'invalid_address',
  })
  const ours = proposePayout(context, first, { cause: null, amount: 10, address: chain.chain.vaults[0]!, why })
  await expect(ours).rejects.toMatchObject({ code: 'invalid_address' })
  await expect(proposePayout(context, first, { cause: null, amount: 10, why })).rejects.toMatchObject({
    code: 'invalid_address',
  })
})

test('a closed cause is paid out to the end', async () => {
  const payouts = await openPayouts(chain)
  const { payOut } = await openCause(payouts)
  const { owner, ledger, members } = payouts.wallet
  await owner.query(`insert into cause (slug, name, state) values ('wells', 'Wells', 'open')`)
  await depositArrives(ledger, members[1]!, 500)
  await ledger.post(donation, donationOrder(members[1]!, { amount: 500, cause_id: 'wells' }))
  await owner.query(`update cause set state = 'closed' where slug = 'wells'`)
  const { rows } = await owner.query<{ id: number }>(`select id from cause where slug = 'wells'`)
  const { id } = rows[0]!
  const address = randomAddress()
  await payAt(payouts, { address, from: '-1 second', cause: id })
  const holds = await balanceOf(payouts, 'cause', -id)
  await payOut(holds, id)
  await payouts.finish()
  expect(await newest(payouts, -id)).toMatchObject({ state: 'paid', number: 1 })
  expect([await balanceOf(payouts, 'cause', -id), await balanceOf(payouts, 'held', -id)]).toEqual([0, 0])
  expect(await chain.chain.balanceOf(address)).toBe((BigInt(Math.round(holds * 100_000)) * UNIT) / 100_000n)
  await payouts.wallet.verify()
})

test('operations is paid, and a refused payout goes back to where it came from', async () => {
  const payouts = await openPayouts(chain)
  const { payOut } = await openCause(payouts)
  const holds = await balanceOf(payouts, 'operations', 0)
  const to = randomAddress()
  await payOut(20, null, to)
  await payouts.finish()
  expect(await newest(payouts, 0)).toMatchObject({ state: 'paid', dollars: 20, number: 1 })
  expect(await chain.chain.balanceOf(to)).toBe(20n * UNIT)
  await payOut(10, null, randomAddress())
  const { rows } = await payouts.wallet.owner.query(`select reference from withdrawal where state = 'approved'`)
  await payouts.refuse(rows[0].reference, 'They asked us to wait')
  expect(await balanceOf(payouts, 'operations', 0)).toBe(holds - 20)
  await payouts.wallet.verify()
})

test('a payout that the database has forgotten is found again under the cause’s number, and not paid twice', async () => {
  const own = await startTestChain()
  const payouts = await openPayouts(own)
  const { address, payOut } = await openCause(payouts)
  const restore = await keepCopy(payouts.wallet.owner)
  const before = await balanceOf(payouts, 'cause', -1)
  await payOut(40)
  await payouts.finish()
  await restore()
  expect(await balanceOf(payouts, 'cause', -1)).toBe(before)
  await own.mine(3)
  for (let looks = 0; looks < 3; looks += 1) {
    await payouts.wallet.follow(own.chain)
    await look(payouts.context())
    await own.mine(3)
  }
  expect(await newest(payouts, -1)).toMatchObject({ state: 'paid', dollars: 40, number: 1 })
  expect(await balanceOf(payouts, 'cause', -1)).toBe(before - 40)
  expect(await own.chain.balanceOf(address)).toBe(40n * UNIT)
  await payouts.wallet.verify()
})

test('an address that changes at the same moment is not paid any more', async () => {
  const payouts = await openPayouts(chain)
  const { context, first, second } = await openCause(payouts)
  const { id } = await proposePayout(context, first, { cause: 1, amount: 10, why })
  const holder = await payouts.wallet.owner.connect()
  await holder.query('select pg_advisory_lock($1, $2)', [LOCKS.space, LOCKS.ledger])
  const approved = approveProposal(context, second, { id, why })
  approved.catch(() => {})
  await expect
    .poll(async () => {
      const { rows } = await holder.query(`select from pg_locks where locktype = 'advisory' and not granted
        and classid = ${LOCKS.space} and objid = ${LOCKS.ledger}
        and database = (select oid from pg_database where datname = current_database())`)
      return rows.length
    })
    .toBe(1)
  await payAt(payouts, { address: randomAddress(), from: '-1 second' })
  await holder.query('select pg_advisory_unlock($1, $2)', [LOCKS.space, LOCKS.ledger])
  holder.release()
  await expect(approved).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await newest(payouts, -1)).toBeUndefined()
  expect(await balanceOf(payouts, 'held', -1)).toBe(0)
  await payouts.wallet.verify()
})

test('what was paid before the database was set back is not paid again on the same proposal', async () => {
  const own = await startTestChain()
  const payouts = await openPayouts(own)
  const { address, context, first, second } = await openCause(payouts)
  const { id } = await proposePayout(context, first, { cause: 1, amount: 40, why })
  const restore = await keepCopy(payouts.wallet.owner)
  await approveProposal(context, second, { id, why })
  await payouts.finish()
  await restore()
  await own.mine(3)
  for (let looks = 0; looks < 3; looks += 1) {
    await payouts.wallet.follow(own.chain)
    await look(payouts.context())
    await own.mine(3)
  }
  expect(await newest(payouts, -1)).toMatchObject({ state: 'paid', dollars: 40, number: 1 })
  await expect(approveProposal(context, second, { id, why })).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await own.chain.balanceOf(address)).toBe(40n * UNIT)
  const { id: anew } = await proposePayout(context, first, { cause: 1, amount: 40, why })
  await approveProposal(context, second, { id: anew, why })
  await payouts.wallet.verify()
})
