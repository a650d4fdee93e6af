import { parseAmount } from '@trefoil/core/money'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { addressOf } from '../deposits/deposit-addresses.ts'
import { preIssueAddresses } from '../deposits/pre-issue-addresses.ts'
import { creditFinal } from '../deposits/credit.ts'
import { scanStep } from '../deposits/scan.ts'
import { donation, donationOrder } from '../donations/donate.ts'
import { CONFIRMED, transfer, transferOrder } from '../transfers/transfer.ts'
import { SPAN_DAYS } from './cast.ts'
import { favouriteOf } from './causes.ts'
import { SAMPLE_MEMBER } from './people.ts'
import { DAY_MS, goTo, requirementOf, type Actor, type Period, type Stage } from './story.ts'

const DEPOSITS_AT = 0.45
const GIFTS_AT = 0.48
const GIFTS_UNTIL = 0.8

/** What a member will do in this period, decided before anything happens. */
type Intent =
  | { kind: 'donation'; actor: Actor; amount: number }
  | { kind: 'transfer'; actor: Actor; to: Actor; amount: number }
  | { kind: 'from available'; actor: Actor; amount: number }

/** Deposits, donations and transfers of a few days. */
export async function giveAndShare(stage: Stage, period: Period, present: readonly Actor[]): Promise<void> {
  const intents = [...donationsOf(stage, period, present), ...transfersOf(stage, period, present)]
  await deposit(stage, period, depositsFor(stage, period, present, intents))
  // Twice as many moments as gifts: a batch that is posted at the second try uses new ones.
  await goTo(stage, period, GIFTS_AT, ((GIFTS_UNTIL - GIFTS_AT) * period.days * DAY_MS) / (2 * intents.length + 1))
  await Promise.all(intents.map((intent) => carryOut(stage, intent)))
}

function donationsOf({ random }: Stage, { day, days }: Period, present: readonly Actor[]): Intent[] {
  return present.flatMap((actor): Intent[] => {
    if (actor.ambition === 0 || actor.isFrozen || actor.givesOn >= day + days) return []
    const isRising = actor.stage < actor.ambition
    actor.givesOn = day + Math.round(actor.daysBetweenDonations * (isRising ? 1 : 1.3)) + random.between(-3, 6)
    const least = requirementOf(isRising ? actor.stage + 1 : actor.stage)
    const amount = least * (actor.stage < 4 ? actor.generosity : 1)
    // They use their earnings first, if they cover much of the donation.
    const own = Math.floor(Math.min(actor.available, amount))
    const intent: Intent = { kind: 'donation', actor, amount }
    return actor.name !== SAMPLE_MEMBER && own >= amount / 2 && random.chance(0.3)
      ? [{ kind: 'from available', actor, amount: own }, intent]
      : [intent]
  })
}

function transfersOf({ random }: Stage, { days }: Period, present: readonly Actor[]): Intent[] {
  const senders = present.filter(({ impact, stage, isFrozen }) => impact >= 30 && stage >= 2 && !isFrozen)
  return senders.flatMap((actor): Intent[] => {
    const referred = present.filter(({ referredBy }) => referredBy === actor.name)
    if (referred.length === 0 || !random.chance(actor.name === SAMPLE_MEMBER ? 0.05 * days : 0.03 * days)) return []
    return [{ kind: 'transfer', actor, to: random.pick(referred), amount: random.between(2, 6) * 5 }]
  })
}

type Payment = { actor: Actor; amount: number }

/** Members deposit what they lack, often with something to spare. */
function depositsFor({ random }: Stage, { day }: Period, present: readonly Actor[], intents: readonly Intent[]) {
  const needs = new Map<Actor, number>()
  for (const { kind, actor, amount } of intents)
    needs.set(actor, (needs.get(actor) ?? 0) + (kind === 'from available' ? -amount : amount))
  return present.flatMap((actor): Payment[] => {
    if (actor.name === SAMPLE_MEMBER) return sampleDeposit(actor, day, needs.get(actor) ?? 0)
    const missing = (needs.get(actor) ?? 0) - actor.impact
    if (missing <= 0) return []
    const spare = random.chance(0.6) ? random.between(2, 6) * least(actor) : 0
    return [{ actor, amount: Math.max(10, Math.ceil(missing / 5) * 5 + spare) }]
  })
}

const least = ({ stage }: Actor): number => requirementOf(stage + 1)

/** A standing order: the same every month, and more than is given. */
function sampleDeposit(actor: Actor, day: number, needed: number): Payment[] {
  const isDue = (day - 15) % 30 === 0
  const isLate = day > SPAN_DAYS - 20
  if (!isDue && (actor.impact >= needed || isLate)) return []
  return [{ actor, amount: isDue ? 450 : 150 }]
}

/** One transaction for all of them, as an exchange pays its customers. Then the chain is read as usual. */
async function deposit(stage: Stage, period: Period, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return
  const { db, chain, addresses, faucet, past } = stage
  const turnOf = (actor: Actor) => ({ member: actor.id, setting: addresses.current, turn: actor.deposits })
  await goTo(stage, period, DEPOSITS_AT, 20_000)
  await preIssueAddresses(
    db,
    addresses,
    payments.filter(({ actor }) => actor.deposits === 0).map(({ actor }) => turnOf(actor)),
  )
  await faucet.payMany(
    payments.map(({ actor, amount }) => ({
      to: addressOf(addresses, turnOf(actor)),
      amount: tokenAmount(parseAmount(amount), chain.decimals),
    })),
  )
  for (const { actor } of payments) actor.deposits += 1
  await past.makeFinal()
  await readChain(stage)
}

export async function readChain(stage: Stage): Promise<void> {
  while ((await scanStep(stage)).more);
  while ((await creditFinal(stage)) > 0);
}

async function carryOut({ ledger, keyring }: Stage, intent: Intent): Promise<void> {
  const { actor, amount } = intent
  if (intent.kind === 'donation')
    await ledger.post(donation, donationOrder(actor.id, { amount, ...favouriteOf(actor.id) }))
  else {
    const recipient = intent.kind === 'transfer' ? intent.to : actor
    const from = intent.kind === 'transfer' ? 'impact' : 'available'
    const body = { amount, recipient_id: recipient.code, from } as const
    await ledger.post(transfer, transferOrder(keyring, { sender: actor.id, confirmation: CONFIRMED }, body))
  }
}
