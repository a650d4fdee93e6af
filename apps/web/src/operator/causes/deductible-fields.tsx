import { TextField } from '../../ui/text-field.tsx'
import styles from '../console.module.css'
import { SmallButton } from '../parts/small-button.tsx'
import own from './causes.module.css'
import { causesCopy } from './copy.ts'
import type { CauseDraft } from './draft.ts'

const text = causesCopy
type Deductible = CauseDraft['deductible']

export function DeductibleFields({ value, onChange }: { value: Deductible; onChange: (value: Deductible) => void }) {
  const changeAt = (place: number, part: Partial<Deductible[number]>) =>
    onChange(value.map((each, index) => (index === place ? { ...each, ...part } : each)))
  return (
    <section className={styles.rows} aria-label={text.deductible}>
      <h3 className={styles.heading}>{text.deductible}</h3>
      <p className={styles.muted}>{text.deductibleHint}</p>
      {value.map(({ jurisdiction, words }, place) => (
        // Rows are identified by their position.
        <div key={place} className={own.jurisdiction}>
          <TextField
            label={text.jurisdiction}
            maxLength={2}
            autoComplete="off"
            value={jurisdiction}
            onChange={(event) => changeAt(place, { jurisdiction: event.currentTarget.value })}
          />
          <TextField
            label={text.words}
            maxLength={500}
            autoComplete="off"
            value={words}
            onChange={(event) => changeAt(place, { words: event.currentTarget.value })}
          />
          <SmallButton
            label={text.removeJurisdiction(place + 1)}
            onClick={() => onChange(value.filter((_, index) => index !== place))}
          >
            {text.remove}
          </SmallButton>
        </div>
      ))}
      <div>
        <SmallButton onClick={() => onChange([...value, { jurisdiction: '', words: '' }])}>
          {text.addJurisdiction}
        </SmallButton>
      </div>
    </section>
  )
}
