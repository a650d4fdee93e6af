import { useState, type ReactNode } from 'react'
import { failureText } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMarkReadMutation, useNotificationsInfiniteQuery } from './api.ts'
import { inboxCopy } from './copy.ts'
import { InboxEntry } from './inbox-entry.tsx'
import styles from './inbox.module.css'

const SKELETONS = [0, 1, 2]

type InboxListProps = {
  /** Only so many of the newest; without it, older ones on request. */
  newest?: number
  onFollow?: () => void
  foot: ReactNode
}

/** What has happened, newest first. Following an entry marks it as read. */
export function InboxList({ newest, onFollow, foot }: InboxListProps) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useNotificationsInfiniteQuery()
  const [markRead, { isLoading }] = useMarkReadMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const first = data?.pages[0]
  const entries = data?.pages.flatMap(({ notifications }) => notifications).slice(0, newest)
  const upTo = first?.newest ?? null

  async function markAll() {
    if (upTo === null || isLoading) return
    setFailure(null)
    try {
      await markRead({ up_to: upTo }).unwrap()
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: inboxCopy.failed }))
    }
  }

  function follow(id: string, isRead: boolean) {
    // The entry leads on in any case; if this fails, it stays unread.
    if (!isRead) void markRead({ ids: [id] })
    onFollow?.()
  }

  if (entries === undefined)
    return isError ? (
      <LoadFailure text={inboxCopy.loadFailed} retryLabel={inboxCopy.retry} onRetry={refetch} />
    ) : (
      <div className={styles.list} aria-busy="true">
        {SKELETONS.map((row) => (
          <Skeleton key={row} height={64} />
        ))}
      </div>
    )

  return (
    <>
      {entries.length === 0 ? (
        <div className={styles.empty}>
          <EmptyDrawing />
          <p>{inboxCopy.empty}</p>
          <p className={styles.muted}>{inboxCopy.emptyHint}</p>
        </div>
      ) : (
        <ul className={styles.list} aria-label={inboxCopy.title}>
          {entries.map((entry) => (
            <InboxEntry key={entry.id} entry={entry} onFollow={() => follow(entry.id, entry.read)} />
          ))}
        </ul>
      )}
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      <div className={styles.foot}>
        {(first?.unread ?? 0) > 0 ? (
          <Button variant="default" aria-disabled={isLoading} onClick={() => void markAll()}>
            {inboxCopy.markAll}
          </Button>
        ) : null}
        {newest === undefined && hasNextPage ? (
          <Button variant="default" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {inboxCopy.older}
          </Button>
        ) : null}
        {foot}
      </div>
    </>
  )
}

/** An open envelope with nothing in it. */
const EmptyDrawing = () => (
  <svg viewBox="0 0 96 72" width="96" height="72" aria-hidden="true" focusable="false" className={styles.drawing}>
    <path d="M12 30V62H84V30" />
    <path d="M12 30L48 8L84 30L48 50Z" />
    <path d="M12 62L38 44M84 62L58 44" />
  </svg>
)
