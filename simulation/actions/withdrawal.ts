import { toDollars, usd } from '../../packages/core/src/money.ts'
import { Refusal } from '../../packages/core/src/refusal.ts'
import { payableAddress } from '../../apps/server/src/chain/address.ts'
import { cancelWithdrawal, withdrawalDecisions } from '../../apps/server/src/payouts/decide.ts'
import { withdrawal, withdrawalOrder } from '../../apps/server/src/payouts/request.ts'
import { memberOf } from '../model/model.ts'
import { WITHDRAWAL_MIN } from '../model/rules.ts'
import { observe } from '../observe/observe.ts'
import { submit } from '../submit.ts'
import { must } from '../violation.ts'
import { serverOf, type World } from '../world/world.ts'
import type { Action } from './action.ts'
import { WHY } from './two-persons.ts'

/** Each names an address of its own, so that a payment tells what it was for. */
async function withdraw(world: World): Promise<string | undefined> {
  const { model, dice } = world
  const rich = [...model.members.values()].filter(({ available }) => available >= WITHDRAWAL_MIN)
  const member = dice.pick(rich)?.id
  if (member === undefined) return undefined
  const amount = WITHDRAWAL_MIN + dice.big(memberOf(model, member).available - WITHDRAWAL_MIN + 1n)
  const address = payableAddress(dice.hex(20))
  const isSaved = dice.chance(0.3)
  if (isSaved) await saveAddress(world, member, address)
  const body = {
    amount: toDollars(usd(amount)),
    withdrawal_address: address,
    network: 'BSC',
    payment_method: 'blockchain',
    type: 'Withdrawal',
  } as const
  world.payees.set(address.toLowerCase(), { member, amount, isSaved, isApproved: false })
  const refusal = await submit(world, {
    asked: { kind: 'withdrawal', member, amount, address: address.toLowerCase() },
    operation: withdrawal,
    order: (key) => withdrawalOrder(serverOf(world), { member, key }, body),
    isAlone: true,
  })
  if (refusal) world.payees.delete(address.toLowerCase())
  return refusal?.code ?? 'requested'
}

/** What is sent there needs no operator, up to a limit. */
const saveAddress = ({ database }: World, member: number, address: string) =>
  database.owner.query(
    `update account set wallet_address = $2, wallet_address_since = now() - interval '2 days' where id = $1`,
    [member, address],
  )

export const withdrawing: Action = { name: 'withdrawal', weight: 10, act: withdraw }

export const refusing: Action = {
  name: 'refusal',
  weight: 2,
  act: (world) =>
    onOpen(world, async (reference) => {
      world.model.releases.add(reference)
      const entry = { ...world.operators[0], action: 'withdrawal.refuse', why: WHY } as const
      await withdrawalDecisions(serverOf(world)).refuse(reference, entry)
      await requireReleased(world, reference)
      return 'refused'
    }),
}

/** Sometimes twice at the same moment, or while an operator decides. */
export const cancelling: Action = {
  name: 'cancel',
  weight: 3,
  act: (world) =>
    onOpen(world, async (reference) => {
      const { model, dice } = world
      const member = model.withdrawals.get(reference)?.member ?? 0
      model.releases.add(reference)
      const cancel = () => cancelWithdrawal(serverOf(world), member, reference)
      const results = await Promise.allSettled(dice.chance(0.3) ? [cancel(), cancel()] : [cancel()])
      const refusals = results.flatMap((one) => (one.status === 'rejected' ? [asRefusal(one.reason)] : []))
      // One that nobody answered may have been done, whatever the other was told.
      const [refusal] = refusals.toSorted((a, b) => Number(b.code === 'busy') - Number(a.code === 'busy'))
      if (refusal && refusals.length === results.length) throw refusal
      await requireReleased(world, reference)
      return 'cancelled'
    }),
}

/** Whoever was told that it is given back has it back, and was not paid. */
async function requireReleased(world: World, reference: string): Promise<void> {
  await observe(world)
  const { state, address = '' } = world.model.withdrawals.get(reference) ?? {}
  must(state === 'released', `${reference} was answered as given back, and is ${state}`)
  const [payment] = await world.raw.transfers({ to: address })
  must(payment === undefined, `${reference} was given back, and had been paid in block ${payment?.block}`)
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Something is decided about one that is neither paid nor given back. */
export async function onOpen(world: World, act: (reference: string) => Promise<string>): Promise<string | undefined> {
  const open = [...world.model.withdrawals].filter(([, { state }]) => state === 'open')
  const [reference] = world.dice.pick(open.slice(-12)) ?? []
  if (reference === undefined) return undefined
  try {
    return await act(reference)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'busy') world.model.releases.delete(reference)
    return error.code
  }
}
