import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from '../console.module.css'
import { DayRange, type Days } from '../parts/day-range.tsx'
import { ExportButton, type Exportable } from '../parts/export-button.tsx'
import { exportsCopy } from '../parts/exports-copy.ts'

const text = exportsCopy
const TABLES = Object.keys(text.tables) as Exportable[]

export default function ExportsPage() {
  const [days, setDays] = useState<Days>({})
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <Card>
        <div className={styles.tools}>
          <DayRange days={days} onChange={setDays} />
        </div>
        <p className={styles.muted}>{text.rangeHint}</p>
        <ul className={styles.list}>
          {TABLES.map((what) => (
            <li key={what} className={styles.row}>
              <span>
                <strong>{text.tables[what]}</strong> <span className={styles.muted}>{text.contents[what]}</span>
              </span>
              <ExportButton what={what} days={days} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
