import { useState } from 'react'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../console.module.css'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import type { ConsoleDocuments, Rules } from './api.ts'
import { documentsCopy } from './copy.ts'
import { RulesSheet } from './rules-sheet.tsx'

const text = documentsCopy.rules

export function RulesCard({ rules, waiting }: { rules: Rules; waiting: ConsoleDocuments['waiting_rules'] }) {
  const mayAct = useMayAct()
  const [isChanging, setChanging] = useState(false)
  const { minimum_age: age, waiting_hours: hours } = rules
  return (
    <Card heading={text.title}>
      <p className={styles.muted}>{text.text}</p>
      <dl className={styles.facts}>
        <div data-kind="sentence">
          <dt>{text.where}</dt>
          <dd>{whereOf(rules)}</dd>
        </div>
        <div>
          <dt>{text.age}</dt>
          <dd>{age === null ? text.anyAge : text.years(age)}</dd>
        </div>
        <div>
          <dt>{text.wait}</dt>
          <dd>{hours === 0 ? text.noWait : text.hours(hours)}</dd>
        </div>
      </dl>
      {waiting.map(({ proposal }) => (
        <Notice key={proposal} tone="pending">
          {text.waits(proposal)}. <Link to="/operator/proposals">{text.review}</Link>
        </Notice>
      ))}
      {mayAct ? (
        <div>
          <SmallButton onClick={() => setChanging(true)}>{text.change}</SmallButton>
        </div>
      ) : null}
      {isChanging ? <RulesSheet rules={rules} onClose={() => setChanging(false)} /> : null}
    </Card>
  )
}

function whereOf({ only_these: only, countries }: Rules): string {
  if (countries.length === 0) return text.everywhere
  return only ? text.only(countries.join(', ')) : text.not(countries.join(', '))
}
