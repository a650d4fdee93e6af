import { failureText } from '../../lib/failure.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { toast } from '../../ui/toasts.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useRetryMailsMutation, useUndeliveredQuery, type UndeliveredMail } from './api.ts'
import { overviewCopy } from './copy.ts'

const text = overviewCopy
const RENEWAL_MS = 5000

/** Mails that could not be sent are kept and retried; an operator can retry at once. */
export function UndeliveredMails() {
  const mayAct = useMayAct()
  const { data, isError, refetch } = useUndeliveredQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  const [retry, { isLoading }] = useRetryMailsMutation()
  const tryAgain = async (ids: number[]) => {
    if (isLoading) return
    try {
      toast.success((await retry({ ids }).unwrap()).message)
    } catch (failure) {
      toast.error(failureText(failure, { field: 'message', fallback: operatorCopy.act.failed }))
    }
  }
  const columns: Column<UndeliveredMail>[] = [...COLUMNS]
  if (mayAct)
    columns.push({
      heading: operatorCopy.common.actions,
      cell: ({ id, kind, email }) => (
        <SmallButton label={text.mailRetryOf(nameOf(kind), email)} onClick={() => void tryAgain([id])}>
          {text.mailRetry}
        </SmallButton>
      ),
    })
  const isAny = data !== undefined && data.mails.length > 0
  return (
    <section className={styles.rows}>
      <DataTable
        caption={text.undelivered}
        columns={columns}
        rows={data?.mails}
        rowKey={({ id }) => String(id)}
        emptyText={text.allDelivered}
        skeletonRows={1}
        failure={{ isError, onRetry: refetch }}
        tools={
          isAny && mayAct ? (
            <SmallButton onClick={() => void tryAgain(data.mails.map(({ id }) => id))}>{text.mailRetryAll}</SmallButton>
          ) : null
        }
        wide
      />
      {isAny ? <p className={styles.muted}>{text.undeliveredNote(data.failed, data.undeliverable)}</p> : null}
    </section>
  )
}

const nameOf = (kind: string): string => text.mailKinds[kind] ?? kind

const COLUMNS: Column<UndeliveredMail>[] = [
  { heading: text.mailKind, cell: ({ kind }) => nameOf(kind), card: 'title' },
  { heading: text.mailTo, cell: ({ to, email }) => (to ? `${to.name}, ${email}` : email), card: 'labelled' },
  { heading: text.mailQueued, cell: ({ created_at }) => showInstant(created_at), card: 'labelled' },
  { heading: text.mailAttempts, cell: ({ attempts }) => attempts, card: 'labelled' },
  { heading: text.mailError, cell: ({ last_error }) => last_error ?? operatorCopy.common.none, card: 'labelled' },
  {
    heading: text.mailNext,
    cell: ({ next_at }) =>
      next_at === null ? <StatusDot tone="danger">{text.mailGivenUp}</StatusDot> : showInstant(next_at),
    card: 'value',
  },
]
