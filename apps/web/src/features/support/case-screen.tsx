import { useEffect } from 'react'
import { Link } from 'react-router'
import { showMoment } from '../../lib/formats.ts'
import { MARKED } from '../../lib/marked.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCaseQuery, useSeenCaseMutation, type About, type CaseView } from './api.ts'
import { CaseState } from './case-state.tsx'
import { supportCopy } from './copy.ts'
import { FindingView } from './finding-view.tsx'
import { ReplyForm } from './reply-form.tsx'
import { showSubject } from './subjects.ts'
import styles from './support.module.css'

const text = supportCopy.case

/** One case: what it is about, and what was written. Whoever opens it has seen the answer. */
export function CaseScreen({ reference }: { reference: string }) {
  const { data, isError, refetch } = useCaseQuery({ reference })
  const [markSeen] = useSeenCaseMutation()
  const isUnread = data?.case.unread === true
  useEffect(() => {
    // If this fails, it stays unread.
    if (isUnread) void markSeen({ reference })
  }, [isUnread, markSeen, reference])
  if (!data)
    return isError ? (
      <LoadFailure text={text.loadFailed} retryLabel={text.retry} onRetry={refetch} />
    ) : (
      <Skeleton height={320} />
    )
  return (
    <div className={styles.narrow}>
      <Card>
        <h2 className={styles.subject} dir="auto">
          {showSubject(data.case.subject)}
        </h2>
        <CaseFacts of={data.case} />
      </Card>
      <Messages messages={data.messages} />
      <Card>
        <ReplyForm reference={reference} isSolved={data.case.state === 'solved'} />
      </Card>
    </div>
  )
}

function CaseFacts({ of }: { of: CaseView['case'] }) {
  const { reference, state, opened_at, about, transaction, network, finding } = of
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{supportCopy.list.state}</dt>
          <dd>
            <CaseState state={state} />
          </dd>
        </div>
        <div>
          <dt>{text.reference}</dt>
          <dd className={styles.mono}>{reference}</dd>
        </div>
        <div>
          <dt>{text.opened}</dt>
          <dd>{showMoment(opened_at)}</dd>
        </div>
        {about ? (
          <div>
            <dt>{text.about}</dt>
            <dd>
              <Link to={pathOf(about)}>{text.aboutLinks[about.kind]}</Link>
            </dd>
          </div>
        ) : null}
        {network === null ? null : (
          <div>
            <dt>{text.network}</dt>
            <dd>{network}</dd>
          </div>
        )}
        {transaction === null ? null : (
          <div data-wide="">
            <dt>{text.hash}</dt>
            <dd className={styles.mono}>{transaction}</dd>
          </div>
        )}
      </dl>
      {finding ? (
        <section aria-label={text.found}>
          <p className={styles.muted}>{text.found}</p>
          <FindingView finding={finding} quiet />
        </section>
      ) : null}
    </>
  )
}

const HISTORIES = {
  deposit: '/dashboard/deposit?',
  withdrawal: '/dashboard/withdraw?',
  donation: '/dashboard/donate?',
  transfer: '/dashboard/fund-transfer?tab=history&',
}

const pathOf = ({ kind, id }: About): string => `${HISTORIES[kind]}${MARKED}=${encodeURIComponent(id)}`

function Messages({ messages }: { messages: CaseView['messages'] }) {
  return (
    <ol className={styles.messages} aria-label={text.messages}>
      {messages.map(({ id, from, text: words, sent_at }) => (
        <li key={id} className={styles.message} data-from={from}>
          <p className={styles.muted}>
            {text[from]} · <time dateTime={sent_at}>{showMoment(sent_at)}</time>
          </p>
          <p className={styles.text} dir="auto">
            {words}
          </p>
        </li>
      ))}
    </ol>
  )
}
