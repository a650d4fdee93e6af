import type { verifyReceipt } from '@trefoil/contract/receipts'
import type { ReplyOf } from '@trefoil/contract/route'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Amount } from './amount.tsx'
import { publicCopy } from './copy.ts'
import { printedMoment } from './formats.ts'
import { PublicTitle } from './public-title.tsx'
import styles from './receipt.module.css'
import { serverSentence } from '../../lib/server-words.ts'

const text = publicCopy.receipt

type Answer = ReplyOf<typeof verifyReceipt>['data']
type State = { answer?: Answer; problem?: string }

/** Asked once: a receipt changes only if its donation is reversed, and such calls are counted. */
export function ReceiptView({ reference }: { reference: string }) {
  const [state, setState] = useState<State>({})
  const look = useCallback(async () => {
    setState({})
    setState(await lookUp(reference))
  }, [reference])
  useEffect(() => {
    void look()
  }, [look])
  const card = useRef<HTMLDivElement>(null)
  const retry = () => {
    // The button goes: whoever pressed it with the keyboard goes on from where the answer comes.
    card.current?.focus()
    void look()
  }
  const { answer, problem } = state
  return (
    <>
      <PublicTitle lead={text.lead}>{text.title}</PublicTitle>
      <div
        ref={card}
        tabIndex={-1}
        className={styles.card}
        aria-live="polite"
        aria-busy={!answer && problem === undefined}
      >
        {answer ? (
          <Verdict answer={answer} asked={reference} />
        ) : problem === undefined ? (
          <p className={styles.waiting}>{text.loading}</p>
        ) : (
          <>
            <p>{problem}</p>
            <button type="button" className={styles.retry} onClick={retry}>
              {text.retry}
            </button>
          </>
        )}
      </div>
    </>
  )
}

async function lookUp(reference: string): Promise<State> {
  try {
    const reply = await fetch(`/api/receipts/${encodeURIComponent(reference)}`)
    // Too long for a reference.
    if (reply.status === 400 || reply.status === 404) return { answer: { genuine: false } }
    const body = (await reply.json()) as { data?: Answer; message?: string }
    return body.data ? { answer: body.data } : { problem: serverSentence(body.message ?? '', text.failed) }
  } catch {
    return { problem: text.failed }
  }
}

function Verdict({ answer, asked }: { answer: Answer; asked: string }) {
  const { genuine, reference, amount = 0, date = '', cause, log_position: position = 0, reversed_on: reversed } = answer
  if (!genuine)
    return (
      <>
        <Seal tone="danger" title={text.unknown}>
          {text.unknownText}
        </Seal>
        <Facts rows={[[text.reference, <Reference key="reference">{asked}</Reference>]]} />
      </>
    )
  return (
    <>
      {reversed ? (
        <Seal tone="pending" title={text.reversed(printedMoment(reversed))}>
          {text.reversedText}
        </Seal>
      ) : (
        <Seal tone="positive" title={text.genuine}>
          {text.genuineText}
        </Seal>
      )}
      <Facts
        rows={[
          [text.amount, <Amount key="amount" amount={amount} />],
          [text.cause, cause],
          [
            text.date,
            <time key="date" dateTime={date}>
              {printedMoment(date)}
            </time>,
          ],
          [text.reference, <Reference key="reference">{reference ?? ''}</Reference>],
          // As it is printed: the two are compared.
          [text.position, String(position)],
        ]}
      />
    </>
  )
}

const MARKS = { positive: 'M7 12.5l3.5 3.5L17 9', pending: 'M12 7v6M12 16.5v.5', danger: 'M8 8l8 8M16 8l-8 8' }

type SealProps = { tone: keyof typeof MARKS; title: string; children: string }

/** The answer, before everything else. */
const Seal = ({ tone, title, children }: SealProps) => (
  <div className={styles.seal} data-tone={tone}>
    <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
      <circle cx="12" cy="12" r="11" />
      <path d={MARKS[tone]} />
    </svg>
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  </div>
)

/** Compared character by character. */
const Reference = ({ children }: { children: string }) => <span className={styles.reference}>{children}</span>

const Facts = ({ rows }: { rows: [label: string, value: ReactNode][] }) => (
  <dl className={styles.facts}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
