import type { ReactNode } from 'react'
import { useDemoMailQuery, usePublicSettingsQuery } from '../../lib/api.ts'
import { copy } from '../../lib/copy.ts'
import { showDate } from '../../lib/formats.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import stack from '../../ui/stack.module.css'
import styles from './demo-mail-page.module.css'
import { LinkedText } from './linked-text.tsx'

const text = copy.demoMail
const RENEWAL_MS = 3000

export default function DemoMailPage({ otherwise }: { otherwise: ReactNode }) {
  const { data: settings, isError } = usePublicSettingsQuery()
  if (settings?.demo) return <Outbox />
  return settings || isError ? otherwise : <Skeleton height={240} />
}

function Outbox() {
  const { data, isError, refetch } = useDemoMailQuery(undefined, { pollingInterval: RENEWAL_MS })
  const mails = data?.mails
  return (
    <div className={stack.page}>
      <PageTitle documentTitle={text.title} lead={text.lead}>
        {text.title}
      </PageTitle>
      {mails ? null : isError ? (
        <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={160} />
      )}
      {mails?.length === 0 ? <p className={styles.empty}>{text.empty}</p> : null}
      {mails?.map((mail) => (
        <article key={mail.id}>
          <Card heading={mail.subject}>
            <p className={styles.meta}>
              <span>
                {text.to} {mail.to}
              </span>
              <time dateTime={mail.created_at}>{showDate(mail.created_at)}</time>
            </p>
            <LinkedText>{mail.text}</LinkedText>
          </Card>
        </article>
      ))}
    </div>
  )
}
