import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { DialogSheet, SheetFooter } from '../../ui/dialog-sheet.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import consoleStyles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { DeliveryState, describeAnswer } from './delivery-state.tsx'
import styles from './programs.module.css'
import { useDeliveryQuery, useReplayDeliveryMutation, type DeliveryView } from './webhooks-api.ts'
import { webhooksCopy } from './webhooks-copy.ts'

const text = webhooksCopy
const common = operatorCopy.common
const RENEWAL_MS = 3000

type DeliverySheetProps = { id: number; mayReplay: boolean; onClose: () => void }

/** What is sent, and how each attempt was answered. */
export function DeliverySheet({ id, mayReplay, onClose }: DeliverySheetProps) {
  const [isAsking, setAsking] = useState(false)
  const { data, isError, refetch } = useDeliveryQuery(
    { id },
    { pollingInterval: RENEWAL_MS, skipPollingIfUnfocused: true },
  )
  if (isAsking) return <ReplaySheet id={id} onClose={() => setAsking(false)} />
  return (
    <DialogSheet title={text.detailTitle} onClose={onClose}>
      {data ? (
        <Found view={data} />
      ) : isError ? (
        <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={240} />
      )}
      <SheetFooter>
        <Button variant="default" onClick={onClose}>
          {text.close}
        </Button>
        {mayReplay ? <Button onClick={() => setAsking(true)}>{text.again}</Button> : null}
      </SheetFooter>
    </DialogSheet>
  )
}

function ReplaySheet({ id, onClose }: { id: number; onClose: () => void }) {
  const [replay] = useReplayDeliveryMutation()
  return (
    <ActionSheet
      title={text.againTitle}
      facts={[]}
      note={text.againNote}
      confirmLabel={text.again}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => replay({ id, why }).unwrap()}
      onClose={onClose}
    />
  )
}

const Found = ({ view: { delivery, message, body, tries } }: { view: DeliveryView }) => (
  <>
    <Facts
      facts={[
        [text.event, delivery.type],
        [common.state, <DeliveryState key="state" delivery={delivery} />],
        [text.happened, showInstant(delivery.created_at)],
        [text.next, showInstant(delivery.next_at)],
        [
          text.message,
          <code key="message" className={consoleStyles.mono}>
            {message ?? common.none}
          </code>,
        ],
      ]}
    />
    <h3 className={consoleStyles.heading}>{text.body}</h3>
    <pre className={styles.sent}>{body === null ? common.none : indented(body)}</pre>
    <DataTable
      caption={text.tries}
      columns={TRIES}
      rows={tries}
      rowKey={({ at }, index) => `${at} ${index}`}
      emptyText={text.noTries}
    />
  </>
)

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

const TRIES: Column<DeliveryView['tries'][number]>[] = [
  { heading: text.at, cell: ({ at }) => showInstant(at), breaks: 'moment', card: 'title' },
  {
    heading: text.answer,
    cell: (one) => (
      <span className={consoleStyles.prose}>
        {describeAnswer(one)}
        {one.answer ? <code className={styles.answer}>{one.answer}</code> : null}
      </span>
    ),
    breaks: 'prose',
  },
  { heading: text.took, cell: ({ duration_ms: took }) => text.milliseconds(took), align: 'end', card: 'value' },
]
