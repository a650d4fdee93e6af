import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { AccountFacts } from '../members/account-facts.tsx'
import { useMemberQuery } from '../members/api.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { AnswerForm } from './answer-form.tsx'
import { useCloseCaseMutation, useOperatorCaseQuery, useReopenCaseMutation, type CaseView } from './api.ts'
import { CaseFacts } from './case-facts.tsx'
import { CaseState } from './case-state.tsx'
import own from './cases.module.css'
import { casesCopy } from './copy.ts'

const text = casesCopy
const common = operatorCopy.common
const RENEWAL_MS = 5000

/** What a member asks, and beside it what the account looks like. */
export default function CasePage() {
  const reference = String(useParams()['reference'])
  const { data, isError, refetch } = useOperatorCaseQuery(
    { reference },
    { pollingInterval: RENEWAL_MS, skipPollingIfUnfocused: true },
  )
  const mayAct = useMayAct()
  return (
    <div className={styles.page}>
      <Link to="/operator/cases">{text.backToList}</Link>
      <PageTitle documentTitle={`${text.case} ${reference}`} lead={data?.case.subject}>
        {`${text.case} ${reference}`}
      </PageTitle>
      {data ? (
        <>
          <div className={styles.row}>
            <CaseState state={data.case.state} />
            {mayAct ? <Actions of={data.case} /> : null}
          </div>
          <div className={styles.columns}>
            <div className={styles.page}>
              <CaseFacts of={data.case} />
              <Messages view={data} />
              {mayAct ? (
                <Card>
                  <AnswerForm reference={reference} />
                </Card>
              ) : null}
            </div>
            <Beside member={data.case.member} />
          </div>
        </>
      ) : isError ? (
        <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

function Actions({ of: { reference, state, subject } }: { of: CaseView['case'] }) {
  const [isAsking, setAsking] = useState(false)
  const [close] = useCloseCaseMutation()
  const [reopen] = useReopenCaseMutation()
  const isSolved = state === 'solved'
  return (
    <>
      <SmallButton onClick={() => setAsking(true)}>{isSolved ? text.reopen : text.solve}</SmallButton>
      {isAsking ? (
        <ActionSheet
          title={isSolved ? text.reopenTitle : text.solveTitle}
          facts={[
            { label: common.reference, value: reference },
            { label: text.subject, value: subject },
          ]}
          {...(!isSolved && { note: text.solveNote })}
          confirmLabel={isSolved ? text.reopen : text.solve}
          reasonLabel={operatorCopy.act.reason}
          act={(why) => (isSolved ? reopen : close)({ reference, why }).unwrap()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

function Messages({ view: { case: asked, messages } }: { view: CaseView }) {
  return (
    <ol className={own.messages} aria-label={text.messages}>
      {messages.map(({ id, operator, text: words, sent_at }) => (
        <li key={id} className={own.message} data-from={operator ? 'operator' : 'member'}>
          <p className={styles.muted}>
            {operator?.name ?? asked.member.name} · {showInstant(sent_at)}
          </p>
          <p className={own.text} dir="auto">
            {words}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The same facts as on the member's own page. */
function Beside({ member }: { member: CaseView['case']['member'] }) {
  const { data, isError, refetch } = useMemberQuery({ id: member.id })
  return (
    <section className={styles.page} aria-label={text.memberHeading}>
      <div className={styles.row}>
        <PersonLink person={member} />
        <Link to={`/operator/members/${member.id}`}>{text.memberPage}</Link>
      </div>
      {data ? (
        <AccountFacts view={data} />
      ) : isError ? (
        <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </section>
  )
}
