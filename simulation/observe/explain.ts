import { divisionOf, stepUp } from '../model/donation.ts'
import { refusalOf } from '../model/refusal.ts'
import { memberOf, move, type Intent, type ModelCredit } from '../model/model.ts'
import { must } from '../violation.ts'
import { FINALITY, type World } from '../world/world.ts'
import { count } from './count.ts'
import { requirePaid, requireUnmatched, TOKEN_UNIT } from './on-chain.ts'
import type { JournalRow } from './read-books.ts'

type Expected = { source: string; credits: ModelCredit[] }

/** What this journal should have moved, or a violation if nobody asked for it. Moves it in the model. */
export async function explain(world: World, journal: JournalRow): Promise<void> {
  const expected = await expectedOf(world, journal)
  must(
    journal.source === expected.source && listed(journal.credits) === listed(expected.credits),
    `${journal.reference} moved ${journal.source} → ${listed(journal.credits)}, ` +
      `and should have moved ${expected.source} → ${listed(expected.credits)}`,
  )
  for (const { target, amount, window } of expected.credits) {
    move(world.model, { from: expected.source, to: target, amount })
    if (window) window.earned += amount
  }
  remember(world, journal, expected)
}

const listed = (credits: readonly ModelCredit[]): string =>
  credits
    .map(({ target, amount }) => `${target} ${amount}`)
    .toSorted()
    .join(', ')

async function expectedOf(world: World, journal: JournalRow): Promise<Expected> {
  const { model } = world
  const { reference, reason } = journal
  const whole = (source: string, target: string, amount: bigint): Expected => ({
    source,
    credits: [{ target, amount }],
  })
  if (reason === 'deposit' || reason === 'withdrawal_paid' || reason === 'withdrawal_released') count(world, reason)
  if (reason === 'deposit')
    return reference.startsWith('dust/') ? expectDust(world, reference) : expectDeposit(world, reference)
  if (reason === 'withdrawal_paid' || reason === 'withdrawal_released') return expectEnd(world, journal)
  const intent = takeIntent(world, reference)
  const asked = intent?.asked ?? (await findPayment(world, journal))
  count(world, intent ? asked.kind : 'found payment')
  switch (asked.kind) {
    case 'transfer':
      return whole(`${asked.account}:${asked.from}`, `impact:${asked.to}`, asked.amount)
    case 'donation':
      return {
        source: `impact:${asked.member}`,
        credits: divisionOf(model, memberOf(model, asked.member), asked.amount),
      }
    case 'withdrawal': {
      const { member, amount, address } = asked
      model.withdrawals.set(reference, { member, amount, address, state: 'open' })
      return whole(`available:${member}`, `held:${member}`, amount)
    }
    case 'payment': {
      const value = await requirePaid(world, asked.address)
      countBooking(world, asked.address)
      const source = asked.member === null ? 'operations' : `available:${asked.member}`
      return whole(source, 'chain', (value + TOKEN_UNIT - 1n) / TOKEN_UNIT)
    }
    case 'assignment': {
      const value = await requireUnmatched(world, asked.log)
      model.assigned.add(asked.log)
      return whole('chain', `impact:${asked.member}`, value / TOKEN_UNIT)
    }
    case 'reversal':
      break
  }
  throw new Error(`${reference} is no reversal`)
}

/** Journals come in the order in which they were decided: right now, the model knows whether this had to be refused. */
function takeIntent({ model }: World, reference: string): Intent | undefined {
  const intent = model.intents.get(reference)
  if (!intent) return undefined
  must(!intent.isRefused, `${reference} was refused, and was posted`)
  const refusal = refusalOf(model, intent.asked)
  must(refusal === undefined, `${reference} was posted, and should have been refused: ${refusal}`)
  intent.effects += 1
  must(intent.effects === 1, `${reference} was posted ${intent.effects} times under one key`)
  return intent
}

/** During a recovery, a payment of the vault that the database has forgotten becomes a withdrawal of its own. */
async function findPayment(world: World, { reference, reason }: JournalRow) {
  must(reason === 'withdrawal_held', `nobody asked for ${reference}`)
  const { rows } = await world.database.owner.query<{ member_id: number; amount: string; address: string }>(
    'select member_id, amount, address from withdrawal where reference = $1',
    [reference],
  )
  const payee = rows[0] && world.payees.get(rows[0].address.toLowerCase())
  must(rows[0] !== undefined && payee !== undefined, `nobody asked for ${reference}`)
  const { member_id: member, address } = rows[0]
  const amount = BigInt(rows[0].amount)
  must(payee.member === member && payee.amount === amount, `${reference} pays member ${member} what others asked for`)
  await requirePaid(world, address, amount)
  return { kind: 'withdrawal', member, amount, address: address.toLowerCase() } as const
}

/** Every log is credited once, when it is final, to whoever was shown the address. */
async function expectDeposit({ raw, deposits, model }: World, reference: string): Promise<Expected> {
  const [, , transaction = '', ordinal] = reference.split('/')
  const log = (await raw.transfersIn(transaction)).find((one) => one.ordinal === Number(ordinal))
  must(log !== undefined, `${reference} was credited, and is not on the chain`)
  must(log.block <= raw.height() - FINALITY, `${reference} was credited before it was final`)
  const member = deposits.get(log.to)
  must(member !== undefined, `${reference} was credited, and ${log.to} is nobody's`)
  const key = `${transaction}/${ordinal}`
  must(!model.credited.has(key), `${reference} was credited twice`)
  model.credited.add(key)
  return { source: 'chain', credits: [{ target: `impact:${member}`, amount: log.value / TOKEN_UNIT }] }
}

/** Remainders add up to whole units. At rest, the check counts them on the chain. */
function expectDust({ model }: World, reference: string): Expected {
  const after = BigInt(reference.split('/')[1] ?? 0)
  return { source: 'chain', credits: [{ target: 'dust', amount: after - model.system.dust }] }
}

async function expectEnd(world: World, { reference, reason }: JournalRow): Promise<Expected> {
  const { model } = world
  const withdrawal = model.withdrawals.get(reference.replace(/\/end$/, ''))
  must(withdrawal !== undefined, `${reference} ends a withdrawal that nobody asked for`)
  must(withdrawal.state === 'open', `${reference} ends a withdrawal that was ${withdrawal.state}`)
  const { member, amount, address } = withdrawal
  withdrawal.state = reason === 'withdrawal_paid' ? 'paid' : 'released'
  const target = reason === 'withdrawal_paid' ? 'chain' : `available:${member}`
  if (reason === 'withdrawal_paid') {
    await requirePaid(world, address, amount)
    countBooking(world, address)
  } else must(model.releases.has(reference.replace(/\/end$/, '')), `nobody asked for ${reference}`)
  return { source: `held:${member}`, credits: [{ target, amount }] }
}

function countBooking({ model }: World, address: string): void {
  const to = address.toLowerCase()
  model.booked.set(to, (model.booked.get(to) ?? 0) + 1)
  must(model.booked.get(to) === 1, `the payment to ${to} was booked twice`)
}

function remember({ model }: World, { id, reference, reason }: JournalRow, { source, credits }: Expected): void {
  const asked = model.intents.get(reference)?.asked
  const window = asked?.kind === 'donation' ? stepUp(memberOf(model, asked.member), asked.amount) : undefined
  const isReversible = reason === 'donation' || reason === 'transfer' || asked?.kind === 'assignment'
  if (!isReversible) return
  model.posted.set(reference, {
    journal: id,
    reason: reason as 'donation' | 'transfer' | 'adjustment',
    member: Number(source.split(':')[1] ?? 0),
    source,
    credits,
    log: asked?.kind === 'assignment' ? asked.log : undefined,
    window,
    isReversed: false,
  })
}
