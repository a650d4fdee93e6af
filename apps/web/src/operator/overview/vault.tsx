import { Money } from '../../ui/money.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { operatorCopy } from '../copy.ts'
import type { Overview } from './api.ts'
import { overviewCopy } from './copy.ts'
import { FigureSection } from './figure-section.tsx'

const text = overviewCopy

/** What payouts are made from, and what its owner allows. */
export function Vault({ vault }: { vault: Overview['payouts']['vault'] | undefined }) {
  const limits = [
    { title: text.perPayment, amount: vault?.per_payment },
    { title: text.perDay, amount: vault?.per_day },
    { title: text.leftToday, amount: vault?.left_today },
  ]
  // While the float is not known, nor is whether there are limits.
  const noLimit = vault?.float === null ? operatorCopy.common.none : text.noLimit
  return (
    <FigureSection heading={text.vault}>
      <StatCard title={text.float} value={shown(vault?.float, operatorCopy.common.none)} />
      {limits.map(({ title, amount }) => (
        <StatCard key={title} title={title} value={shown(amount, noLimit)} />
      ))}
    </FigureSection>
  )
}

/** Undefined while it is loading. */
function shown(amount: number | null | undefined, none: string) {
  if (amount === undefined) return undefined
  return amount === null ? none : <Money amount={amount} />
}
