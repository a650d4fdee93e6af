import { parseAmount } from '@trefoil/core/money'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { admitMember } from '../auth/register.ts'
import { scanStep } from '../deposits/scan.ts'
import { setFrozen } from '../operator/member-actions.ts'
import { proposeAdjustment } from '../operator/propose.ts'
import { readSigner } from '../payouts/signer.ts'
import type { Character } from './cast.ts'
import { giveAndShare, readChain } from './giving.ts'
import { setClock } from './past-clock.ts'
import { agreeOnPayouts, isPayday } from './pay-causes.ts'
import { auditEntryOf, sweep, withdraw, withdrawAndPay } from './paying-out.ts'
import { demoEmail, SAMPLE_MEMBER } from './people.ts'
import { goTo, momentIn, periods, readBalances, walletOf, type Actor, type Period, type Stage } from './story.ts'

const JOINING_UNTIL = 0.4
const PERIODS_BETWEEN_SWEEPS = 7

type Founded = { id: number; referralCode: string }

type Beginning = {
  cast: readonly Character[]
  root: Founded
  passcodeHash: string
  /** Called once the programme has its first members. Returns the operators. */
  hireStaff: () => Promise<number[]>
}

/** The whole story, day by day, through the usual operations. Returns its members. */
export async function live(
  stage: Stage,
  { cast, root, passcodeHash, hireStaff }: Beginning,
): Promise<Map<string, Actor>> {
  const byName = new Map<string, Actor>()
  const byId = new Map<number, Actor>()
  const enter = (character: Character, { id, referralCode }: Founded) => {
    const blank = { deposits: 0, impact: 0, available: 0, stage: 0, isFrozen: false, hasAddress: false }
    const givesOn = character.joinsOn + stage.random.between(0, 12)
    const actor = { ...character, ...blank, id, code: referralCode, givesOn }
    byName.set(actor.name, actor)
    byId.set(id, actor)
  }
  const [first, ...others] = cast
  if (first) enter(first, root)
  // Scanning begins before the first deposit can arrive.
  await stage.past.makeFinal()
  await scanStep(stage)
  await readSigner(stage.db, stage.chain)

  const all = periods()
  for (const [index, period] of all.entries()) {
    const until = period.day + period.days
    const newcomers = others.filter(({ joinsOn }) => joinsOn >= period.day && joinsOn < until)
    await join(stage, period, { newcomers, byName, passcodeHash, enter })
    if (index === 0) stage.operators = await hireStaff()
    await readBalances(stage, byId)
    const present = [...byId.values()].filter(({ leavesOn }) => leavesOn > period.day)
    if (period === all.at(-2)) await lastScenes(stage, period, byName)
    await giveAndShare(stage, period, present)
    if (isPayday(period)) await agreeOnPayouts(stage, period)
    await withdrawAndPay(stage, period, byId, present)
    // Daily at the end, so that a first start has no weeks of deposits to sweep.
    if (index % PERIODS_BETWEEN_SWEEPS === 0 || index >= all.length - 3) await sweep(stage, period)
  }
  return byName
}

type Entrances = {
  newcomers: readonly Character[]
  byName: ReadonlyMap<string, Actor>
  passcodeHash: string
  enter: (character: Character, founded: Founded) => void
}

async function join(stage: Stage, period: Period, { newcomers, byName, passcodeHash, enter }: Entrances) {
  if (newcomers.length === 0) return
  await stage.db.transaction().execute(async (tx) => {
    for (const [index, character] of newcomers.entries()) {
      await setClock(tx, momentIn(stage, period, (JOINING_UNTIL * index) / newcomers.length))
      const sponsor = byName.get(character.referredBy)
      if (!sponsor) throw new Error(`${character.referredBy} joins after ${character.name}`)
      const { name } = character
      const newcomer = { name, email: demoEmail(name), passcodeHash, sponsorId: sponsor.id }
      enter(character, await admitMember(tx, stage.keyring, newcomer))
    }
  })
}

/** What waits for an operator: a frozen member with a withdrawal, an unmatched transfer, a proposal. */
async function lastScenes(stage: Stage, period: Period, byName: ReadonlyMap<string, Actor>): Promise<void> {
  const { chain, faucet, past, operators } = stage
  const [operator = 0] = operators
  await goTo(stage, period, 0.42, 30_000)
  const suspect = richest(byName)
  const address = walletOf(`${suspect.name}, new`)
  const reference = await withdraw(stage, suspect, { address, amount: Math.floor(suspect.available) })
  await stage.withdrawals.approve(reference, auditEntryOf(operator, 'withdrawal.approve', 'Checked'))
  const { action: _, why: __, ...actor } = auditEntryOf(operator, 'member.freeze', '')
  const why = 'The owner reports that somebody else has the key'
  await setFrozen(stage, actor, { member: suspect.id, why, frozen: true })
  suspect.isFrozen = true

  await faucet.pay(chain.vault, tokenAmount(parseAmount(75), chain.decimals))
  await past.makeFinal()
  await readChain(stage)

  const late = byName.get('Julian Hartley')
  if (!late) throw new Error('There is no member to propose an adjustment for')
  await proposeAdjustment(stage, actor, {
    member: late.id,
    account: 'available',
    amount: 15,
    why: 'For a payout that took four days',
  })
}

/** The member with the highest balance who is not a sample. */
function richest(byName: ReadonlyMap<string, Actor>): Actor {
  const [most] = [...byName.values()]
    .filter(({ name, ambition }) => name !== SAMPLE_MEMBER && ambition < 10)
    .toSorted((a, b) => b.available - a.available)
  if (!most || most.available < 10) throw new Error('Nobody has anything to withdraw')
  return most
}
