import { showCount } from '../../lib/formats.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from '../console.module.css'
import { FigureList, type Figure } from '../parts/figure-list.tsx'
import { showInstant } from '../parts/instants.ts'
import type { Reserves } from './api.ts'
import { reservesCopy } from './copy.ts'
import { Owed } from './owed.tsx'
import { decimalsOf, TokenAmount } from './token-amount.tsx'

const text = reservesCopy

/** Both sides of the equation, and whose the money is. */
export function Comparison({ reserves }: { reserves: Reserves | undefined }) {
  const sides = reserves?.comparison && sidesOf(reserves.comparison)
  return (
    <section className={styles.page} aria-label={text.comparison}>
      {reserves ? <Verdict comparison={reserves.comparison} /> : null}
      <div className={styles.columns}>
        <div className={styles.page}>
          {sides === null ? null : <FigureList heading={text.held} figures={sides?.held} skeletonRows={4} />}
          <Owed owed={reserves?.owed} />
        </div>
        {sides === null ? null : <FigureList heading={text.explained} figures={sides?.explained} skeletonRows={6} />}
      </div>
    </section>
  )
}

function Verdict({ comparison }: { comparison: Reserves['comparison'] }) {
  if (!comparison) return <Notice tone="calm">{text.none}</Notice>
  const { trouble, block, checked_at } = comparison
  return (
    <Notice tone={trouble === null ? 'calm' : 'danger'}>
      <strong>{trouble ?? text.equal}</strong>
      <span>{text.comparedAt(showCount(block), showInstant(checked_at))}</span>
    </Notice>
  )
}

/** Without what is nothing: most explanations are rare. */
function sidesOf(comparison: NonNullable<Reserves['comparison']>): { held: Figure[]; explained: Figure[] } {
  const { held, held_in_all, explained, explained_in_all, difference } = comparison
  const decimals = decimalsOf([...held, ...explained].map(({ amount }) => amount))
  const line = (name: string, amount: string, isTotal = false): Figure => ({
    name,
    value: <TokenAmount amount={amount} decimals={decimals} />,
    isTotal,
  })
  return {
    held: [...held.map(({ name, amount }) => line(text.figures[name], amount)), line(text.inAll, held_in_all, true)],
    explained: [
      ...explained
        .filter(({ name, amount }) => amount !== '0' || name === 'books')
        .map(({ name, amount }) => line(text.figures[name], amount)),
      line(text.inAll, explained_in_all, true),
      line(text.difference, difference, true),
    ],
  }
}
