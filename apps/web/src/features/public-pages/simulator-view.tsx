import type { readSimulator } from '@trefoil/contract/facts'
import type { ReplyOf } from '@trefoil/contract/route'
import { didAtMost, didInTheMiddle, type Bin } from '@trefoil/core/facts/behaviour'
import { DEMO_BEHAVIOUR } from '@trefoil/core/simulator/demo-behaviour'
import { RUNS } from '@trefoil/core/simulator/runs'
import { useState } from 'react'
import { Section } from './facts-parts.tsx'
import { PublicTitle } from './public-title.tsx'
import { useLive } from './read.ts'
import { Case } from './simulator-case.tsx'
import { showDollars } from './facts-formats.ts'
import { simulatorCopy as text } from './simulator-copy.ts'
import factsStyles from './facts.module.css'
import styles from './simulator.module.css'
import { useSimulation } from './use-simulation.ts'

type Rules = ReplyOf<typeof readSimulator>['data']

export function SimulatorView() {
  const { data, problem } = useLive<Rules>('/simulator')
  return (
    <>
      <PublicTitle lead={text.lead}>{text.title}</PublicTitle>
      {data ? <Simulator {...data} /> : <p role="status">{problem ? text.failed : text.loading}</p>}
    </>
  )
}

const FIRST_SEED = 1
const SEED_MAX = 999_999

function Simulator({ version, rules, did }: Rules) {
  const behaviour = did ?? DEMO_BEHAVIOUR
  const giftMin = rules.stages[0]?.donation_requirement ?? 1
  const [typed, setTyped] = useState(() => ({
    gift: Math.max(giftMin, didInTheMiddle(behaviour.gift)),
    gifts: Math.max(1, didInTheMiddle(behaviour.donations)),
    referrals: didInTheMiddle(behaviour.referrals),
    seed: FIRST_SEED,
  }))
  const { seed, ...plan } = typed
  const asked = { version, rules, behaviour, plan, seed }
  // With what somebody in the middle did: an answer is there before anything is typed.
  const { answers, isRunning, hasFailed, ask } = useSimulation(asked)
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (value: number) => setTyped((before) => ({ ...before, [name]: value })),
  })
  return (
    <>
      <Section title={text.form}>
        <p className={styles.muted}>{did ? text.real : text.demo}</p>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            ask(asked)
          }}
        >
          <NumberField
            label={`${text.gift} ($)`}
            {...field('gift')}
            min={giftMin}
            max={10_000}
            bins={behaviour.gift}
            // Groups of averages end below the next whole dollar.
            middle={(atMost) => text.giftMiddle(showDollars(atMost + 1))}
          />
          <NumberField label={text.gifts} {...field('gifts')} min={1} max={24} bins={behaviour.donations} />
          <NumberField label={text.referrals} {...field('referrals')} min={0} max={50} bins={behaviour.referrals} />
          <NumberField label={text.seed} {...field('seed')} min={0} max={SEED_MAX} hint={text.seedHint} />
          <button type="submit" className={styles.run}>
            {text.run}
          </button>
        </form>
      </Section>
      <p role="status" className={styles.muted}>
        {isRunning ? text.running : hasFailed ? text.failed : text.runs(RUNS)}
      </p>
      <div className={styles.cases} aria-busy={isRunning}>
        <Case title={text.asBefore} answer={answers?.asBefore} />
        <Case title={text.stops} lead={text.stopsText} answer={answers?.stops} />
      </div>
      <Section title={text.about}>
        <ul className={factsStyles.words}>
          {text.words.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p>
          <a href="/facts">{text.facts}</a>
        </p>
      </Section>
    </>
  )
}

type NumberFieldProps = {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  bins?: readonly Bin[]
  middle?: (atMost: number) => string
  hint?: string
}

/** Says so when hardly anybody did as much. */
function NumberField({ label, value, onChange, min, max, bins, middle = text.middle, hint = '' }: NumberFieldProps) {
  const isBeyond = bins !== undefined && value > didAtMost(bins, 90)
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        required
        min={min}
        max={max}
        step={1}
        value={Number.isNaN(value) ? '' : value}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
      <span className={isBeyond ? styles.beyond : styles.hint}>
        {isBeyond ? text.beyond : bins ? middle(didAtMost(bins, 50)) : hint}
      </span>
    </label>
  )
}
