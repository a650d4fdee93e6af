import { expect, test } from 'vitest'
import { screenDeposits } from '../../deposits/screen-deposits.ts'
import { readMemberBalances } from '../../ledger/member-balances.ts'
import { leftOnHoldHealth } from '../../screening/health.ts'
import type { Screening } from '../../screening/screening.ts'
import { makeKeyring } from '../../secrets/keyring.ts'
import { shareTestChain } from '../../testing/chain.ts'
import { openScreeningScene } from '../../testing/screening-scene.ts'
import { approveProposal } from '../decide-proposal.ts'
import { setFrozen } from '../member-actions.ts'
import { proposeAdjustment } from '../propose.ts'
import { releaseHit } from './decide-hit.ts'
import { refuseWaiting, releaseWaiting, waitingList } from './waiting-deposits.ts'

const shared = await shareTestChain()
const why = 'The provider is gone for good'

async function openWaiting(whole = 3n) {
  const scene = await openScreeningScene(shared)
  const { wallet, server, screening } = scene
  const member = wallet.members[0]!
  server.behaviour = 'fails'
  const { id, sender } = await scene.receive(whole)
  await screenDeposits({ db: wallet.db, screening })()
  const context = { ...scene.context, keyring: makeKeyring('a secret that only this test knows about') }
  return {
    ...scene,
    context,
    member,
    id,
    sender,
    /** As if it had been credited so long ago. */
    wait: (minutes: number) =>
      wallet.owner.query('update deposit set credited_at = credited_at - make_interval(mins => $1)', [minutes]),
    onHold: async () => (await readMemberBalances(wallet.db, member)).onHold,
    list: () => waitingList.read(context, {}),
  }
}

test('operators see what waits, for how long and why, and one releases a small deposit', async () => {
  const { wallet, context, first, second, member, id, sender, wait, onHold, list, hit } = await openWaiting()
  expect((await list()).deposits).toMatchObject([
    { id, member: { id: member }, address: sender, amount: 3, unanswered: 'http: it answers 500', by_hand: false },
  ])
  await expect(releaseWaiting(context, first, { id, why })).rejects.toThrow('less than 10 minutes')
  await wait(11)
  const { is_asking, deposits } = await list()
  expect(is_asking).toBe(false)
  expect(deposits).toMatchObject([{ by_hand: true, approvals: { needed: 1 } }])
  expect(await releaseWaiting(context, first, { id, why })).toBe('released')
  expect(await onHold()).toBe(0n)
  expect(await hit()).toMatchObject({ state: 'released', provider: 'none', reason: 'http: it answers 500' })
  expect((await list()).deposits).toEqual([])
  await expect(refuseWaiting(context, second, { id, why })).rejects.toThrow('waits for no answer any more')
  await expect(refuseWaiting(context, second, { id: 999_999, why })).rejects.toThrow('no such deposit')
  const { rows } = await wallet.owner.query(
    `select action, member_id, subject, why, details ->> 'address' as address, details ->> 'provider' as provider from audit_entry where action like 'screening%'`,
  )
  expect(rows).toEqual([
    {
      action: 'screening.release',
      member_id: member,
      subject: String((await hit()).id),
      why,
      address: sender,
      provider: 'none',
    },
  ])
  await wallet.verify()
})

test('a large one takes two operators, and meanwhile a late answer changes nothing', async () => {
  const { wallet, server, screening, context, first, second, id, wait, onHold, hit } = await openWaiting(12_000n)
  await wait(11)
  expect(await releaseWaiting(context, first, { id, why })).toBe('first_of_two')
  const mails = await wallet.owner.query(`select facts from mail_outbox where kind = 'screening waits'`)
  expect(mails.rows[0]).toEqual({ facts: { hit: (await hit()).id, moment: 'deposit' } })
  server.behaviour = 'answers'
  await screenDeposits({ db: wallet.db, screening })()
  expect(await onHold()).toBe(1_200_000_000n)
  await expect(releaseWaiting(context, second, { id, why })).rejects.toThrow('waits for no answer any more')
  expect(await releaseHit(context, second, { id: (await hit()).id, why })).toBe('released')
  expect(await onHold()).toBe(0n)
  await wallet.verify()
})

test('of two operators at the same moment, one decides', async () => {
  const { wallet, context, first, second, id, wait, onHold, hit } = await openWaiting()
  await wait(11)
  const decided = await Promise.allSettled([
    releaseWaiting(context, first, { id, why }),
    refuseWaiting(context, second, { id, why }),
  ])
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { state } = await hit()
  expect(await onHold()).toBe(state === 'released' ? 0n : 300_000n)
  await wallet.verify()
})

test('what an operator refuses while the provider is being asked stays refused', async () => {
  const { wallet, context, first, id, wait, onHold } = await openWaiting()
  await wait(11)
  const slow: Screening = {
    async screen() {
      await refuseWaiting(context, first, { id, why })
      return { kind: 'clear' }
    },
  }
  await screenDeposits({ db: wallet.db, screening: slow })()
  expect(await onHold()).toBe(300_000n)
  await wallet.verify()
})

test('without a provider, health says what waits until nothing does', async () => {
  const { wallet, context, first, id, wait, hit, onHold } = await openWaiting()
  const health = () => leftOnHoldHealth(wallet.db)
  expect(await health()).toMatchObject({ well: false, sentence: expect.stringContaining('1 deposit waits') })
  await wait(11)
  await refuseWaiting(context, first, { id, why })
  expect([await health(), await onHold()]).toEqual([undefined, 300_000n])
  await wallet.owner.query(`update screening_hit set state = 'open', decided_at = null, decision = null`)
  expect(await health()).toEqual({ well: true, sentence: 'not configured, 1 for an operator' })
  await releaseHit(context, first, { id: (await hit()).id, why })
  expect([await health(), await onHold()]).toEqual([undefined, 0n])
})

test('what was refused leaves a frozen member for operations, and by that the account', async () => {
  const { wallet, context, first, second, member, id, wait, hit } = await openWaiting()
  await wait(11)
  await refuseWaiting(context, first, { id, why })
  await setFrozen(context, first, { member, why, frozen: true })
  const before = await readMemberBalances(wallet.db, member)
  const hitId = (await hit()).id
  expect(await releaseHit(context, first, { id: hitId, why })).toBe('first_of_two')
  expect(await releaseHit(context, second, { id: hitId, why })).toBe('released')
  const proposal = await proposeAdjustment(context, first, { member, account: 'impact', amount: -3, why })
  await approveProposal(context, second, { id: proposal.id, why })
  const after = await readMemberBalances(wallet.db, member)
  expect([before.impact.balance - after.impact.balance, after.onHold]).toEqual([300_000n, 0n])
  await setFrozen(context, first, { member, why, frozen: false })
  await wallet.verify()
})
