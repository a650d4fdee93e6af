import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@trefoil/core/refusal'
import { expect, test } from 'vitest'
import { readMemberBalances } from '../../ledger/member-balances.ts'
import { screenDeposits } from '../../deposits/screen-deposits.ts'
import { refuseListed, type ScreenedAddress } from '../../screening/saved-address.ts'
import { shareTestChain, UNIT } from '../../testing/chain.ts'
import { randomAddress } from '../../testing/payouts.ts'
import { openScreeningScene } from '../../testing/screening-scene.ts'
import { approveProposal } from '../decide-proposal.ts'
import { proposeCause } from '../propose-cause.ts'
import { proposeAssignment } from '../propose.ts'
import { refuseHit, releaseHit } from './decide-hit.ts'
import { setMemberLevel } from './set-level.ts'

const shared = await shareTestChain()
const { chain } = shared
const why = 'Looked into it'

test('one operator releases a small payout, which then goes on; nobody decides twice', async () => {
  const { payouts, wallet, server, first, second, context, hit } = await openScreeningScene(shared)
  const { reference, to } = await payouts.ask({ whole: 10 })
  server.listed.add(to)
  await payouts.finish()
  const { id } = await hit()
  expect(await releaseHit(context, first, { id, why })).toBe('released')
  await payouts.finish()
  expect([await payouts.stateOf(reference), await shared.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
  await expect(releaseHit(context, second, { id, why })).rejects.toThrow('This was released already.')
  await expect(refuseHit(context, second, { id, why })).rejects.toThrow('This was released already.')
  const { rows } = await wallet.owner.query(
    `select action, member_id is not null as names, details ->> 'address' as address from audit_entry where action like 'screening%'`,
  )
  expect(rows).toEqual([{ action: 'screening.release', names: true, address: to }])
  await wallet.verify()
})

test('a large payout takes two operators, and what was approved before does not count', async () => {
  const { payouts, server, first, second, context, hit } = await openScreeningScene(shared)
  const { reference, to } = await payouts.ask({ whole: 12_000, approved: false })
  server.listed.add(to)
  await payouts.approve(reference)
  await payouts.finish()
  const { id } = await hit()
  expect(await releaseHit(context, first, { id, why })).toBe('first_of_two')
  await expect(releaseHit(context, first, { id, why })).rejects.toThrow('another operator')
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('approved')
  expect(await releaseHit(context, second, { id, why })).toBe('released')
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
})

test('a refused payout goes back to the member', async () => {
  const { payouts, wallet, server, first, context, hit } = await openScreeningScene(shared)
  const member = wallet.members[0]!
  const before = (await readMemberBalances(wallet.db, member)).available.balance
  const { reference, to } = await payouts.ask({ whole: 10, member })
  server.listed.add(to)
  await payouts.finish()
  await refuseHit(context, first, { id: (await hit()).id, why })
  expect([await payouts.stateOf(reference), (await hit()).state]).toEqual(['refused', 'refused'])
  expect((await readMemberBalances(wallet.db, member)).available.balance).toBe(before + 1_000_000n)
  await expect(releaseHit(context, first, { id: (await hit()).id, why })).rejects.toThrow('This was refused already.')
  await wallet.verify()
})

test('a refused deposit stays on hold, and only two release it later', async () => {
  const { wallet, server, screening, first, second, context, hit, receive } = await openScreeningScene(shared)
  const member = wallet.members[0]!
  const { sender } = await receive(3n)
  server.listed.add(sender)
  await screenDeposits({ db: wallet.db, screening })()
  const onHold = async () => (await readMemberBalances(wallet.db, member)).onHold
  const { id } = await hit()
  await refuseHit(context, first, { id, why })
  expect(await onHold()).toBe(300_000n)
  expect(await releaseHit(context, first, { id, why })).toBe('first_of_two')
  expect(await onHold()).toBe(300_000n)
  expect(await releaseHit(context, second, { id, why })).toBe('released')
  expect(await onHold()).toBe(0n)
  await wallet.verify()
})

test('a listed address cannot be saved, with a sentence that says nothing, until it is released', async () => {
  const { wallet, server, screening, first, context, hit } = await openScreeningScene(shared)
  const saved = { owner: wallet.members[0]!, address: randomAddress() }
  const save = () => refuseListed({ db: wallet.db, screening }, saved)
  server.listed.add(saved.address)
  await expect(save()).rejects.toThrow('This address cannot be used here. Write to us if you think it should be.')
  await expect(save()).rejects.toMatchObject({ code: 'invalid_address' })
  const mails = await wallet.owner.query(`select account_id from mail_outbox where kind = 'screening waits'`)
  const operators = await wallet.owner.query(`select id from account where role = 'operator'`)
  expect(mails.rows).toHaveLength(operators.rows.length)
  await releaseHit(context, first, { id: (await hit()).id, why })
  await save()
})

test('an address can be saved while nobody answers, and without screening', async () => {
  const { wallet, server, screening } = await openScreeningScene(shared)
  server.behaviour = 'fails'
  const saved = { owner: wallet.members[0]!, address: randomAddress() }
  await refuseListed({ db: wallet.db, screening }, saved)
  await refuseListed({ db: wallet.db }, saved)
})

test('a cause is not paid at a listed address: it cannot even be proposed', async () => {
  const { wallet, server, screening, first, context } = await openScreeningScene(shared)
  const address = randomAddress()
  server.listed.add(address)
  const proposing = {
    ...context,
    ledger: wallet.ledger,
    chain,
    settings: { production: false },
    screenAddress: (saved: Parameters<typeof refuseListed>[1]) => refuseListed({ db: wallet.db, screening }, saved),
  }
  const change = { cause: 1, change: 'address', why } as const
  await expect(proposeCause(proposing, first, { ...change, address })).rejects.toThrow('This address cannot be used')
  const { rows } = await wallet.owner.query('select owner_id, moment from screening_hit')
  expect(rows).toEqual([{ owner_id: -1, moment: 'address' }])
  expect(await proposeCause(proposing, first, { ...change, address: randomAddress() })).toMatchObject({ kind: 'cause' })
})

test('what a listed sender paid past their addresses is not assigned, unless an operator releases it', async () => {
  const { wallet, server, screening, first, context, hit } = await openScreeningScene(shared)
  const member = wallet.members[0]!
  await shared.pay(chain.treasury, 4n * UNIT)
  await shared.mine(3)
  await wallet.follow(chain)
  const { rows } = await wallet.owner.query<{ id: number; sender: string }>(
    `select id::int, sender from unmatched_transfer where kind = 'to_contract' order by id desc limit 1`,
  )
  const [transfer] = rows
  server.listed.add(transfer!.sender)
  const proposing = {
    ...context,
    chain,
    screenAddress: (saved: Parameters<typeof refuseListed>[1]) => refuseListed({ db: wallet.db, screening }, saved),
  }
  const assign = () => proposeAssignment(proposing, first, { unmatched: transfer!.id, member, why })
  await expect(assign()).rejects.toThrow('This address cannot be used')
  await releaseHit(context, first, { id: (await hit()).id, why })
  expect(await assign()).toMatchObject({ kind: 'assignment' })
})

test('while nobody answers about its sender, a transfer is neither assigned nor is that approved', async () => {
  const { wallet, server, screening, first, second, context, hit } = await openScreeningScene(shared)
  const member = wallet.members[0]!
  await shared.pay(chain.treasury, 4n * UNIT)
  await shared.mine(3)
  await wallet.follow(chain)
  const { rows } = await wallet.owner.query<{ id: number; sender: string }>(
    `select id::int, sender from unmatched_transfer where kind = 'to_contract' order by id desc limit 1`,
  )
  const [transfer] = rows
  const saved: ScreenedAddress[] = []
  const assigning = {
    ...context,
    chain,
    ledger: wallet.ledger,
    screenAddress: (one: ScreenedAddress) => {
      saved.push(one)
      return refuseListed({ db: wallet.db, screening }, one)
    },
  }
  const assign = () => proposeAssignment(assigning, first, { unmatched: transfer!.id, member, why })
  const balance = async () => (await readMemberBalances(wallet.db, member)).impact.balance
  const before = await balance()
  server.behaviour = 'fails'
  await expect(assign()).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining('Screening') })
  server.behaviour = 'answers'
  const proposal = await untilAnswered(assign)
  // A day later, when the second operator comes.
  await wallet.owner.query(`update screening_answer set answered_at = now() - interval '2 days'`)
  const approve = () => approveProposal(assigning, second, { id: proposal.id, why })
  server.behaviour = 'fails'
  await expect(approve()).rejects.toMatchObject({ code: 'busy' })
  server.behaviour = 'answers'
  server.listed.add(transfer!.sender)
  await expect(untilAnswered(approve)).rejects.toThrow('This address cannot be used')
  expect(await balance()).toBe(before)
  await releaseHit(context, first, { id: (await hit()).id, why })
  await approve()
  expect(await balance()).toBe(before + 400_000n)
  expect(saved[0]).toMatchObject({ owner: member, address: transfer!.sender, amount: 400_000n })
  await wallet.verify()
})

/** A provider that failed is left alone for some seconds. */
async function untilAnswered<Found>(act: () => Promise<Found>): Promise<Found> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'busy') throw error
      await sleep(500)
    }
  }
}

test('the provider’s level is the member’s, until an operator sets one, and again after that', async () => {
  const { payouts, wallet, server, first, context } = await openScreeningScene(shared)
  const member = wallet.members[0]!
  const level = async () => (await readMemberBalances(wallet.db, member)).level
  server.level = 2
  await payouts.ask({ member })
  await payouts.finish()
  expect(await level()).toBe(2)
  await setMemberLevel(context, first, { member, level: 5, why })
  server.level = 1
  await payouts.ask({ member })
  await payouts.finish()
  expect(await level()).toBe(5)
  await setMemberLevel(context, first, { member, level: null, why })
  expect(await level()).toBe(1)
  await expect(setMemberLevel(context, first, { member: 999_999, level: 1, why })).rejects.toThrow('no such member')
})
