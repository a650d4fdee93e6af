import { createHash } from 'node:crypto'
import { toDollars, usd } from '@trefoil/core/money'
import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Faucet } from '../chain/faucet.ts'
import type { ChainPast } from '../chain/local-host.ts'
import type { Database } from '../db/database.ts'
import type { DepositAddresses } from '../deposits/deposit-addresses.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { Act } from '../members/audit.ts'
import type { WithdrawalDecisions } from '../payouts/decide.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { SPAN_DAYS, type Character } from './cast.ts'
import { setClock } from './past-clock.ts'
import type { Random } from './random.ts'

export const DAY_MS = 86_400_000

/** What the story is made with, all on the seed's own clock. */
export type Stage = {
  db: Database
  ledger: Ledger
  act: Act
  withdrawals: WithdrawalDecisions
  settings: { production: false }
  chain: Chain
  addresses: DepositAddresses
  faucet: Faucet
  past: ChainPast
  keyring: Keyring
  random: Random
  /** The end of the story: when the demo was started. */
  end: Date
  operators: readonly number[]
}

/** A character who has joined. */
export type Actor = Character & {
  id: number
  code: string
  /** How many deposits they made. Each has its own address. */
  deposits: number
  givesOn: number
  /** The ledger's last figures, in dollars. */
  impact: number
  available: number
  stage: number
  isFrozen: boolean
  hasAddress: boolean
}

/** A few days of the story. Days count from its beginning. */
export type Period = { day: number; days: number }

const LONG_DAYS = 5
const SINGLE_DAYS = 6

/** Several days at a time, but single days at the end, where people look closely. */
export function periods(): Period[] {
  const count = Math.floor((SPAN_DAYS - SINGLE_DAYS) / LONG_DAYS)
  const long = Array.from({ length: count }, (_, index) => ({ day: index * LONG_DAYS, days: LONG_DAYS }))
  const from = count * LONG_DAYS
  return [...long, ...Array.from({ length: SPAN_DAYS - from }, (_, index) => ({ day: from + index, days: 1 }))]
}

/** The moment when this part of the period has passed, from 0 to 1. */
export const momentIn = ({ end }: Pick<Stage, 'end'>, { day, days }: Period, part: number): Date =>
  new Date(end.getTime() - (SPAN_DAYS - day - days * part) * DAY_MS)

/** Sets both clocks: the ledger's and the chain's. */
export async function goTo(stage: Stage, period: Period, part: number, stepMs = 0): Promise<void> {
  const at = momentIn(stage, period, part)
  await stage.past.goTo(Math.floor(at.getTime() / 1000))
  await setClock(stage.db, at, stepMs)
}

export async function readBalances({ db }: Stage, actors: ReadonlyMap<number, Actor>): Promise<void> {
  const { rows } = await sql<{
    member_id: number
    impact: string
    available: string
    stage: number
    frozen: boolean
  }>`select member_id, impact, available, stage, frozen from member_balance`.execute(db)
  for (const row of rows) {
    const actor = actors.get(row.member_id)
    if (!actor) continue
    actor.impact = toDollars(usd(BigInt(row.impact)))
    actor.available = toDollars(usd(BigInt(row.available)))
    actor.stage = row.stage
    actor.isFrozen = row.frozen
  }
}

/** A stage's requirement in dollars. */
export const requirementOf = (stage: number): number =>
  defaultProgramme.stages[Math.min(Math.max(stage, 1), 10) - 1]?.donation_requirement ?? 0

/** Where their payouts go: a made-up wallet, always the same. */
export const walletOf = (name: string): string =>
  `0x${createHash('sha256').update(`wallet of ${name}`).digest('hex').slice(0, 40)}`
