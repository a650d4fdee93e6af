import { useState } from 'react'
import { UnitsAmount } from './amount.tsx'
import { Copyable } from './copyable.tsx'
import { Section } from './facts-parts.tsx'
import factsStyles from './facts.module.css'
import { printedMoment } from './formats.ts'
import { trustCopy as text } from './trust-copy.ts'
import { showCoverage, type Epoch } from './trust-parts.ts'
import styles from './trust.module.css'

const STEP = 10
const LEAVES_PER_PART = 65_536

type Epochs = {
  epochs: readonly Epoch[]
  /** Whether the server may have older ones. */
  hasOlder: boolean
  /** Resolves to false if it failed. */
  loadOlder: () => Promise<boolean>
}

/** Newest first. On a phone each is a card. */
export function Epochs({ epochs, hasOlder, loadOlder }: Epochs) {
  const [count, setCount] = useState(STEP)
  const [isFailed, setFailed] = useState(false)
  const more = async () => {
    const isLoaded = count + STEP <= epochs.length || !hasOlder || (await loadOlder())
    setFailed(!isLoaded)
    if (isLoaded) setCount(count + STEP)
  }
  return (
    <Section title={text.every}>
      <table className={`${factsStyles.table} ${factsStyles.cohorts} ${styles.epochs}`}>
        <thead>
          <tr>
            <th scope="col">{text.epoch}</th>
            {[text.owed, text.there, text.coverage].map((name) => (
              <th key={name} scope="col" className={factsStyles.right}>
                {name}
              </th>
            ))}
            <th scope="col">{text.evidence}</th>
          </tr>
        </thead>
        <tbody>
          {epochs.slice(0, count).map((epoch, index) => (
            // The button may be gone: whoever used it goes on with the first of the new ones.
            <Row key={epoch.epoch} epoch={epoch} isFocused={count > STEP && index === count - STEP} />
          ))}
        </tbody>
      </table>
      {isFailed ? <p role="alert">{text.failed}</p> : null}
      {count < epochs.length || hasOlder ? (
        <button type="button" className={factsStyles.button} onClick={() => void more()}>
          {text.more}
        </button>
      ) : null}
    </Section>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

function Row({ epoch, isFocused }: { epoch: Epoch; isFocused: boolean }) {
  const { epoch: number, at, owed, there, isCovered, outstanding } = epoch
  return (
    <tr>
      <th scope="row" tabIndex={-1} ref={isFocused ? focus : null}>
        {text.epoch} {number}
        <time dateTime={at} className={styles.moment}>
          {printedMoment(at)}
        </time>
      </th>
      <td className={factsStyles.right} data-label={text.owed}>
        <UnitsAmount units={owed} />
      </td>
      <td className={factsStyles.right} data-label={text.there}>
        <UnitsAmount units={there} />
      </td>
      <td className={`${factsStyles.right} ${isCovered ? '' : styles.danger}`} data-label={text.coverage}>
        {showCoverage(epoch)}
      </td>
      <td data-label={text.evidence}>
        <Evidence epoch={epoch} />
        {outstanding === null ? null : <p className={styles.small}>{text.onItsWay(outstanding)}</p>}
      </td>
    </tr>
  )
}

const Evidence = ({ epoch: { epoch, root, transaction, link, leaves, kept } }: { epoch: Epoch }) => (
  <dl className={styles.evidence}>
    <dt>{text.root}</dt>
    <dd>
      <Copyable value={root} name={text.rootOf(epoch)} isShort />
    </dd>
    <dt>{text.transaction}</dt>
    <dd>
      {transaction === null ? (
        text.noTransaction
      ) : (
        <Copyable value={transaction} name={text.transactionOf(epoch)} isShort link={link} />
      )}
    </dd>
    <dt>{text.leaves}</dt>
    <dd>{kept ? <Leaves epoch={epoch} leaves={leaves} /> : text.notKept}</dd>
  </dl>
)

function Leaves({ epoch, leaves }: { epoch: number; leaves: number }) {
  const parts = Math.ceil(leaves / LEAVES_PER_PART)
  const link = (part: number, words: string) => (
    <a href={`/api/proofs/epochs/${epoch}/leaves?part=${part}`} download={`trefoil-epoch-${epoch}-part${part}`}>
      {words}
    </a>
  )
  if (parts <= 1) return link(0, text.download(leaves))
  return (
    <details className={styles.parts}>
      <summary>{text.parts(leaves, parts)}</summary>
      <ul>
        {Array.from({ length: parts }, (_, part) => (
          <li key={part}>{link(part, text.part(part))}</li>
        ))}
      </ul>
    </details>
  )
}
