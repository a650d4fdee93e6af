import { findWrongBalances } from '../apps/server/src/reserves/measure-unswept.ts'
import { reconcileReserves } from '../apps/server/src/reserves/reconcile.ts'
import { verifyInvariants } from '../apps/server/src/ledger/verify.ts'
import { reconcile } from '../packages/core/src/reserves/reconciliation.ts'
import { AUTOMATIC_MAX } from './model/rules.ts'
import { observe } from './observe/observe.ts'
import { TOKEN_UNIT } from './observe/on-chain.ts'
import { must } from './violation.ts'
import { FINALITY, serverOf, type World } from './world/world.ts'

/** At rest: every invariant, every unit of the reserves, every deposit and every payment. */
export async function check(world: World): Promise<void> {
  await observe(world)
  const { db, chain } = serverOf(world)
  for (const { name, violations } of await verifyInvariants(db))
    must(violations === 0, `an invariant is violated: ${name}`)
  const found = await reconcileReserves({ db, chain })
  must(found !== undefined, 'the reserves cannot be compared')
  const { difference } = reconcile(found.figures)
  must(difference === 0n, `the reserves differ by ${difference} from what the books explain`)
  must(found.figures.unbooked === 0n, `${found.figures.unbooked} left, and nobody booked it`)
  for (const { address, expected, held } of await findWrongBalances(db, chain, found.at)) {
    const excess = held - expected
    const isLost = excess > 0n && excess <= (await sumLost(world, address))
    must(isLost, `${address} should hold ${expected}, and holds ${held}`)
  }
  await checkDeposits(world)
  await checkPayments(world)
  await checkNothingWaits(world)
}

/** What somebody received there whom a standby has lost, before it gave their number and address to another. */
async function sumLost({ raw, lost, model }: World, address: string): Promise<bigint> {
  const received = await raw.transfers({ to: address.toLowerCase() })
  return received
    .filter(({ transaction, ordinal }) => {
      const key = `${transaction}/${ordinal}`
      return lost.logs.has(key) && !model.credited.has(key)
    })
    .reduce((sum, { value }) => sum + value, 0n)
}

/** Every log that went to somebody's address is credited, and nothing else; and what remains of all is dust. */
async function checkDeposits({ raw, model, deposits, lost }: World): Promise<void> {
  let credited = 0
  const remainders = { counted: 0n, perhaps: 0n }
  for (const log of await raw.transfers()) {
    const member = deposits.get(log.to)
    if (member === undefined || !model.members.has(member) || log.block > raw.height() - FINALITY) continue
    const key = `${log.transaction}/${log.ordinal}`
    const isLost = lost.logs.has(key) && !model.credited.has(key)
    if (isLost && log.value >= TOKEN_UNIT) continue
    // No journal says whether a lost one below a unit was counted.
    remainders[isLost ? 'perhaps' : 'counted'] += log.value % TOKEN_UNIT
    if (log.value < TOKEN_UNIT) continue
    must(model.credited.has(key), `${log.value} came to ${log.to} of member ${member} in ${key}, and was not credited`)
    credited += 1
  }
  must(credited === model.credited.size, `${model.credited.size} logs were credited, and ${credited} are on the chain`)
  const { counted, perhaps } = remainders
  const [least, most] = [counted / TOKEN_UNIT, (counted + perhaps) / TOKEN_UNIT]
  const { dust } = model.system
  must(least <= dust && dust <= most, `dust is ${dust}, and the remainders on the chain come to ${least} to ${most}`)
}

/** Nobody was paid twice, or anything other than was asked for; and each payment is in the books, once. */
async function checkPayments({ raw, chain, model, payees, taken }: World): Promise<void> {
  const vault = chain.facts.vault.toLowerCase()
  const treasury = chain.facts.treasury.toLowerCase()
  const paid = new Map<string, number>()
  for (const { to, value } of await raw.transfers({ from: vault })) {
    if (to === treasury) continue
    paid.set(to, (paid.get(to) ?? 0) + 1)
    must(paid.get(to) === 1, `${to} was paid twice`)
    const payee = payees.get(to)
    const wanted = payee ? payee.amount * TOKEN_UNIT : taken.get(to)
    must(value === wanted, `${to} was paid ${value}, and should have been paid ${wanted ?? 'nothing'}`)
    const mayLeave = !payee || payee.isApproved || (payee.isSaved && payee.amount <= AUTOMATIC_MAX)
    must(mayLeave, `${to} was paid ${value}, and no operator was asked`)
    must(model.booked.get(to) === 1, `the payment to ${to} is booked ${model.booked.get(to) ?? 0} times`)
  }
  for (const to of model.booked.keys()) must(paid.has(to), `a payment to ${to} is booked, and was never made`)
  for (const [reference, { address, state }] of model.withdrawals)
    must(state !== 'released' || !paid.has(address), `${reference} was given back, and paid as well`)
}

/** What may leave has left: only a reason may keep it, or its member's payment before it. */
async function checkNothingWaits({ database }: World): Promise<void> {
  const { rows } = await database.owner.query<{ reference: string }>(
    `select reference, state, amount, waits_for, look_at - now() as due_in from withdrawal w
     where (state = 'claimed' and waits_for is null)
       or (state in ('requested', 'approved') and waits_for is distinct from 'vault_has_paid'
         -- A pause may have ended a moment ago.
         and case when waits_for is null then coalesce(look_at <= now(), true) else look_at < now() - interval '1 minute' end
         and not exists (select from withdrawal o where o.member_id = w.member_id and o.state = 'claimed'))`,
  )
  for (const row of rows) must(false, `${row.reference} waits, and nothing keeps it: ${JSON.stringify(row)}`)
}
