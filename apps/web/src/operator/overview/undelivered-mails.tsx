import type { listUndelivered } from '@trefoil/contract/operator/mails'
import type { DataOf } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
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
      card: 'actions',
      cell: ({ id, kind, email, state }) =>
        canRetry(state) ? (
          <SmallButton label={text.mailRetryOf(nameOf(kind), email)} onClick={() => void tryAgain([id])}>
            {text.mailRetry}
          </SmallButton>
        ) : null,
    })
  const isAny = data !== undefined && data.mails.length > 0
  const retriable = data?.mails.filter(({ state }) => canRetry(state)).map(({ id }) => id) ?? []
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
          retriable.length > 0 && mayAct ? (
            <SmallButton onClick={() => void tryAgain(retriable)}>{text.mailRetryAll}</SmallButton>
          ) : null
        }
        wide
      />
      {isAny ? <p className={styles.muted}>{text.undeliveredNote(countsOf(data))}</p> : null}
    </section>
  )
}

/** Neither an unverified address nor one that had enough mails gets them sooner. */
const canRetry = (state: UndeliveredMail['state']): boolean => state === 'failed' || state === 'undeliverable'

const countsOf = ({ failed, waiting, held, undeliverable }: DataOf<typeof listUndelivered>) => ({
  failed,
  waiting,
  held,
  undeliverable,
})

const nameOf = (kind: string): string => text.mailKinds[kind] ?? kind

const Recipient = ({ name, email }: { name: string | undefined; email: string }) => (
  <div>
    {name === undefined ? null : <div>{name}</div>}
    <MiddleTruncated text={email} />
  </div>
)

const COLUMNS: Column<UndeliveredMail>[] = [
  { heading: text.mailKind, cell: ({ kind }) => nameOf(kind), card: 'title' },
  {
    heading: text.mailTo,
    cell: ({ to, email }) => <Recipient name={to?.name} email={email} />,
    breaks: 'name',
    card: 'labelled',
  },
  { heading: text.mailQueued, cell: ({ created_at }) => showInstant(created_at), breaks: 'moment', card: 'labelled' },
  { heading: text.mailAttempts, cell: ({ attempts }) => attempts, card: 'labelled' },
  {
    heading: text.mailError,
    cell: ({ last_error }) => last_error ?? operatorCopy.common.none,
    breaks: 'prose',
    card: 'labelled',
  },
  {
    heading: text.mailNext,
    cell: ({ next_at, state }) =>
      state === 'held' ? (
        <StatusDot tone="pending">{text.mailHeld}</StatusDot>
      ) : next_at === null ? (
        <StatusDot tone="danger">{text.mailGivenUp}</StatusDot>
      ) : (
        showInstant(next_at)
      ),
    breaks: 'moment',
    card: 'labelled',
  },
]
