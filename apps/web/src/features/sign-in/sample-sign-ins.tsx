import type { SampleSignIn } from '@trefoil/contract/settings'
import { Button } from '../../ui/button.tsx'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { signInCopy } from './copy.ts'
import styles from './sample-sign-ins.module.css'

const text = signInCopy.samples
/** An authenticator code is valid for 30 seconds. */
const CODE_RENEWAL_MS = 10_000

/** In a demo: sample accounts beside the fields, filled in only on request. */
export function SampleSignIns({ onUse }: { onUse: (sample: SampleSignIn) => void }) {
  const { data } = usePublicSettingsQuery()
  return data?.demo ? <Samples onUse={onUse} /> : null
}

function Samples({ onUse }: { onUse: (sample: SampleSignIn) => void }) {
  const { data } = usePublicSettingsQuery(undefined, {
    pollingInterval: CODE_RENEWAL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  })
  return (
    <section className={styles.samples} aria-labelledby="samples-title">
      <h2 id="samples-title" className={styles.title}>
        {text.title}
      </h2>
      <p className={styles.hint}>{text.hint}</p>
      <ul className={styles.list}>
        {data?.demo?.sign_ins.map((sample) => (
          <li key={sample.private_key} className={styles.sample}>
            <div className={styles.who}>
              <span className={styles.name}>{sample.name}</span>
              <span className={styles.role}>{text.role[sample.role]}</span>
            </div>
            <Button variant="default" aria-label={text.useFor(sample.name)} onClick={() => onUse(sample)}>
              {text.use}
            </Button>
            <dl className={styles.facts}>
              <Fact label={text.privateKey} value={sample.private_key} />
              <Fact label={text.passcode} value={sample.passcode} />
              {sample.code === null ? null : <Fact label={text.code} value={sample.code} />}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
