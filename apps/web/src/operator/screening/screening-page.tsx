import { useSearchParams } from 'react-router'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { screeningCopy } from './copy.ts'
import { HitTable } from './hit-table.tsx'
import { WaitingDeposits } from './waiting-deposits.tsx'

const text = screeningCopy
const SHOWN = ['open', 'all'] as const

export default function ScreeningPage() {
  const [query, setQuery] = useSearchParams()
  const show = SHOWN.find((each) => each === query.get('show')) ?? 'open'
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <WaitingDeposits />
      <HitTable
        caption={text.filters[show]}
        query={{ show }}
        tools={
          <SelectField
            label={operatorCopy.common.state}
            labelHidden
            value={show}
            options={SHOWN.map((value) => ({ value, label: text.filters[value] }))}
            onChange={(value) => setQuery(value === 'open' ? {} : { show: value }, { replace: true })}
          />
        }
      />
    </div>
  )
}
