import type { StageParameter } from '@trefoil/contract/programme'
import { CheckField } from '../../ui/check-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { CauseRow } from '../causes/api.ts'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { programmeCopy } from './copy.ts'
import type { Draft } from './draft.ts'

const text = programmeCopy
const STAGE_PARAMETERS = Object.keys(text.stageParameters) as StageParameter[]

type DraftFieldsProps = {
  draft: Draft
  /** Undefined while they load. */
  causes: readonly CauseRow[] | undefined
  onChange: (draft: Draft) => void
}

export function DraftFields({ draft, causes, onChange }: DraftFieldsProps) {
  return (
    <>
      <h3 className={styles.heading}>{text.cause}</h3>
      <DefaultCause
        causes={causes}
        value={draft.defaultCause}
        onChange={(defaultCause) => onChange({ ...draft, defaultCause })}
      />
      <h3 className={styles.heading}>{text.shares}</h3>
      <div className={styles.fields}>
        <Figure label={text.sponsor} value={draft.sponsor} onChange={(sponsor) => onChange({ ...draft, sponsor })} />
        {draft.levels.map((share, index) => (
          <Figure
            key={text.level(index + 1)}
            label={text.level(index + 1)}
            value={share}
            onChange={(value) => onChange({ ...draft, levels: draft.levels.with(index, value) })}
          />
        ))}
        <Figure
          label={text.operations}
          value={draft.operations}
          onChange={(operations) => onChange({ ...draft, operations })}
        />
      </div>
      <h3 className={styles.heading}>{text.stages}</h3>
      {STAGE_PARAMETERS.map((parameter) => (
        <div key={parameter} className={styles.fields}>
          {draft.stages.map((stage, index) => (
            <Figure
              key={text.stageParameters[parameter](index + 1)}
              label={text.stageParameters[parameter](index + 1)}
              value={stage[parameter]}
              onChange={(value) =>
                onChange({ ...draft, stages: draft.stages.with(index, { ...stage, [parameter]: value }) })
              }
            />
          ))}
        </div>
      ))}
      <h3 className={styles.heading}>{text.payouts}</h3>
      <div className={styles.fields}>
        <Figure
          label={text.minWithdrawal}
          value={draft.minWithdrawal}
          onChange={(minWithdrawal) => onChange({ ...draft, minWithdrawal })}
        />
        <Figure
          label={text.perDayMax}
          value={draft.perDayMax}
          onChange={(perDayMax) => onChange({ ...draft, perDayMax })}
        />
        <Figure
          label={text.addressAge}
          value={draft.addressAge}
          onChange={(addressAge) => onChange({ ...draft, addressAge })}
        />
        <Figure
          label={text.twoPersonsAbove}
          value={draft.twoPersonsAbove}
          onChange={(twoPersonsAbove) => onChange({ ...draft, twoPersonsAbove })}
        />
      </div>
      <h3 className={styles.heading}>{text.returns}</h3>
      <CheckField
        label={text.offersReturns}
        checked={draft.offersReturns}
        onChange={(event) => onChange({ ...draft, offersReturns: event.currentTarget.checked })}
      />
      <div className={styles.fields}>
        <Figure
          label={text.returnMax}
          value={draft.returnMax}
          onChange={(returnMax) => onChange({ ...draft, returnMax })}
        />
      </div>
      <h3 className={styles.heading}>{text.transfers}</h3>
      <div className={styles.fields}>
        <Figure
          label={text.minTransfer}
          value={draft.minTransfer}
          onChange={(minTransfer) => onChange({ ...draft, minTransfer })}
        />
      </div>
    </>
  )
}

type FieldProps = { value: string; onChange: (value: string) => void }

/** Among the open ones. What a version names stays a choice, so that nobody changes it unknowingly. */
function DefaultCause({ causes, value, onChange }: FieldProps & Pick<DraftFieldsProps, 'causes'>) {
  const choices = causes?.filter(({ id, state }) => state === 'open' || String(id) === value)
  return (
    <div className={styles.form}>
      <SelectField
        label={text.defaultCause}
        description={text.defaultCauseHint}
        value={value}
        options={
          choices?.map(({ id, name, state }) => ({
            value: String(id),
            label: state === 'open' ? name : text.notOpen(name),
          })) ?? [{ value, label: operatorCopy.common.none }]
        }
        onChange={onChange}
      />
    </div>
  )
}

type FigureProps = FieldProps & { label: string }

function Figure({ label, value, onChange }: FigureProps) {
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
