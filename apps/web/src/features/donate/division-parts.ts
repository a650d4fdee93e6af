import type { processDonation } from '@trefoil/contract/donations'
import type { ReplyOf } from '@trefoil/contract/route'
import { toDollars, total } from '@trefoil/core/money'
import { difference, inUnits } from '../../lib/amounts.ts'
import { donateCopy } from './copy.ts'

const text = donateCopy.thanks

export type Division = ReplyOf<typeof processDonation>['data']['division']
type Share = Division[number]

/** What the picture shows, in the order in which it is drawn. */
export type PartName = 'cause' | 'wentOn' | 'sponsor' | 'network' | 'operations'
export type Part = { part: PartName; label: string; amount: number }

/** `own`: what the programme promises the cause. What nobody else could be paid went on to it. */
export function partsOf(division: Division): Part[] {
  const cause = division.find(({ to }) => to === 'cause')
  const sponsor = division.find(({ to }) => to === 'sponsor')
  const toCause = cause?.amount ?? 0
  const own = cause?.due ?? 0
  const parts: Part[] = [
    { part: 'cause', label: cause?.name ?? text.cause, amount: own },
    { part: 'wentOn', label: text.wentOn, amount: difference({ before: own, after: toCause }) },
    { part: 'sponsor', label: sponsor?.name ?? text.sponsor, amount: sponsor?.amount ?? 0 },
    { part: 'network', label: text.network, amount: sumOf(division.filter(isLevel).map(({ amount }) => amount)) },
    {
      part: 'operations',
      label: text.operations,
      amount: sumOf(division.filter(({ to }) => to === 'operations').map(({ amount }) => amount)),
    },
  ]
  return parts.filter(({ amount }) => amount > 0)
}

/** `part`: as its explanation is asked for. */
export type DivisionRow = Pick<Share, 'share' | 'amount' | 'why' | 'why_code'> & { label: string; part: string }

/** The cause first. Levels in a row that were divided alike are one line: mostly those that nobody is at. */
export function rowsOf(division: Division): DivisionRow[] {
  const cause = division.filter(({ to }) => to === 'cause')
  const rows: (DivisionRow & { levels?: [first: number, last: number] })[] = []
  for (const share of [...cause, ...division.filter(({ to }) => to !== 'cause')]) {
    const before = rows.at(-1)
    const level = levelOf(share)
    if (level !== null && before?.levels && share.amount === 0 && before.amount === 0 && before.why === share.why) {
      before.levels[1] = level
      before.label = text.levels(...before.levels)
      before.part = `level_${before.levels.join('-')}`
      before.share = Math.round((before.share + share.share) * 100) / 100
    } else
      rows.push({
        label: labelOf(share),
        part: share.to.replace(' ', '_'),
        share: share.share,
        amount: share.amount,
        why: share.why,
        ...(share.why_code !== undefined && { why_code: share.why_code }),
        ...(level !== null && { levels: [level, level] }),
      })
  }
  return rows
}

function labelOf(share: Share): string {
  const level = levelOf(share)
  if (level !== null) return text.level(level)
  if (share.to === 'operations') return text.operations
  return share.name ?? (share.to === 'sponsor' ? text.sponsor : text.cause)
}

const sumOf = (amounts: readonly number[]): number => toDollars(total(amounts.map(inUnits)))

const isLevel = (share: Share): boolean => levelOf(share) !== null

function levelOf({ to }: Share): number | null {
  const [, level] = /^level (\d+)$/.exec(to) ?? []
  return level === undefined ? null : Number(level)
}
