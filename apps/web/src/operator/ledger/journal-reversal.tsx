import type { readJournal } from '@trefoil/contract/operator/ledger'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DataOf } from '../../lib/endpoint.ts'
import styles from '../console.module.css'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { reversalCopy } from './reversal-copy.ts'
import { ReverseSheet } from './reverse-sheet.tsx'

const text = reversalCopy

/** What a journal took back, what took it back, or the way to propose it. */
export function JournalReversal({ view: { journal, reversal } }: { view: DataOf<typeof readJournal> }) {
  const mayAct = useMayAct()
  const [asked, setAsked] = useState(false)
  return (
    <>
      <JournalLink id={reversal.reverses} textOf={text.reverses} />
      <JournalLink id={reversal.reversed_by} textOf={text.reversedBy} />
      {reversal.possible && mayAct ? (
        <div className={styles.actions}>
          <SmallButton tone="danger" onClick={() => setAsked(true)}>
            {text.reverse}
          </SmallButton>
        </div>
      ) : null}
      {asked ? <ReverseSheet journal={journal} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

function JournalLink({ id, textOf }: { id: number | null; textOf: (id: number) => string }) {
  if (id === null) return null
  return (
    <p>
      <Link to={`/operator/ledger/journals/${id}`}>{textOf(id)}</Link>
    </p>
  )
}
