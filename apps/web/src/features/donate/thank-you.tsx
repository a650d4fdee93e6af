import type { processDonation } from '@trefoil/contract/donations'
import type { ReplyOf } from '@trefoil/contract/route'
import { useEffect, useId, useRef } from 'react'
import { showAmount } from '../../lib/formats.ts'
import { textsFrom } from '../../lib/language.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Explained } from '../../ui/explained.tsx'
import { Money } from '../../ui/money.tsx'
import { donateCopy } from './copy.ts'
import { DivisionBar } from './division-bar.tsx'
import styles from './division.module.css'
import { partsOf, rowsOf, type DivisionRow } from './division-parts.ts'
import { fillGaps } from '../../lib/fill-gaps.tsx'

const text = donateCopy.thanks

export type Given = ReplyOf<typeof processDonation>['data']

/** What became of the donation that was just made. */
export function ThankYou({ donation_id: donation, amount, cause, division }: Given) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} aria-labelledby={id} className={styles.thanks}>
      <h2 id={id} className={styles.title}>
        {fillGaps(
          (gap) => text.title(gap, cause.name),
          <Explained figure="donation" of={{ donation }}>
            {showAmount(amount)}
          </Explained>,
        )}
      </h2>
      <DivisionBar donation={donation} parts={partsOf(division)} total={amount} />
      <DataTable
        caption={text.table}
        columns={columnsOf(donation)}
        rows={rowsOf(division)}
        rowKey={({ label }) => label}
        emptyText=""
      />
    </section>
  )
}

/** In English, the server's own words are shown. */
const translations = await textsFrom(() => import('../../lib/later/transaction-copy.ts'))

const columnsOf = (donation: string): Column<DivisionRow>[] => [
  { heading: text.to, cell: ({ label }) => label, breaks: 'name', card: 'title' },
  { heading: text.share, cell: ({ share }) => text.percent(share), align: 'end' },
  {
    heading: text.amount,
    cell: ({ part, amount }) => (
      <Explained figure="donation_part" of={{ donation, part }}>
        <Money amount={amount} />
      </Explained>
    ),
    align: 'end',
    card: 'value',
  },
  {
    heading: text.why,
    cell: ({ why, why_code: code = '' }) => translations?.transactionIn(code) ?? why,
    breaks: 'prose',
  },
]
