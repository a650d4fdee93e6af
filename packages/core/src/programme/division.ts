import { least, minus, NOTHING, shareFloor, toDollars, total, type Usd } from '../money.ts'
import type { MemberId } from '../ledger/account.ts'
import { LEVELS, type DonationShare, type EarningShare } from '../ledger/journal.ts'
import type { MemberBalances } from '../ledger/member-balances.ts'
import type { Programme } from './programme.ts'
import { earningRoom } from './standing.ts'

/** How a donation was divided, share by share: enough to explain every figure later. */
export type Division = readonly DivisionRow[]

export type DivisionRow = {
  readonly share: DonationShare
  /** Who would earn it. Null for the cause, for operations, and where there is no such member. */
  readonly member: MemberId | null
  /** The share's percentage, rounded down. For the cause: what the others leave. */
  readonly due: Usd
  readonly paid: Usd
  /** Why less was paid than was due. The difference goes to the cause, whose row is paid more than its due. */
  readonly cut: CutReason | null
}

export type CutReason = 'no_member' | 'member_left' | 'stage_too_low' | 'threshold_reached'

/** A row as stored with the donation, with dollars as JSON numbers. */
export type DivisionRecord = readonly (Omit<DivisionRow, 'due' | 'paid'> & {
  readonly due: number
  readonly paid: number
})[]

export type Upline = {
  /** Who referred the donor; null for the root member. */
  readonly sponsor: MemberBalances | null
  /** In the placement tree, nearest first, at most ten. */
  readonly above: readonly MemberBalances[]
}

/** A member's room is used in this order: sponsor's share, then levels 1 to 10. */
export function divide(programme: Programme, upline: Upline, amount: Usd): Division {
  const { shares } = programme
  const roomLeft = new Map<MemberId, Usd>()
  const earning = (share: EarningShare, claim: Claim): DivisionRow => {
    const due = shareFloor(amount, claim.basisPoints)
    const { earner } = claim
    if (!earner) return { share, member: null, due, paid: NOTHING, cut: 'no_member' }
    const { member, window } = earner
    if (earner.closed) return { share, member, due, paid: NOTHING, cut: 'member_left' }
    if (window.stage < claim.stageMin) return { share, member, due, paid: NOTHING, cut: 'stage_too_low' }
    const room = roomLeft.get(member) ?? earningRoom(programme.stages, window)
    const paid = least(due, room)
    roomLeft.set(member, minus(room, paid))
    return { share, member, due, paid, cut: paid < due ? 'threshold_reached' : null }
  }
  const due = shareFloor(amount, shares.operations)
  const rows: DivisionRow[] = [
    earning('sponsor', { earner: upline.sponsor, stageMin: 1, basisPoints: shares.sponsor }),
    ...LEVELS.map((level) =>
      earning(`level_${level}`, {
        earner: upline.above[level - 1] ?? null,
        stageMin: level,
        basisPoints: shares.levels[level - 1] ?? 0n,
      }),
    ),
    { share: 'operations', member: null, due, paid: due, cut: null },
  ]
  return [...rows, restToCause(rows, amount)]
}

type Claim = { readonly earner: MemberBalances | null; readonly stageMin: number; readonly basisPoints: bigint }

const restToCause = (rows: Division, amount: Usd): DivisionRow => ({
  share: 'cause',
  member: null,
  due: minus(amount, total(rows.map((row) => row.due))),
  paid: minus(amount, total(rows.map((row) => row.paid))),
  cut: null,
})

export const divisionRecord = (division: Division): DivisionRecord =>
  division.map((row) => ({ ...row, due: toDollars(row.due), paid: toDollars(row.paid) }))
