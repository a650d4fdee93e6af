import type { readDemoMail } from '@trefoil/contract/demo'
import { injectEndpoints } from '../../lib/api.ts'
import { readData } from '../../lib/endpoint.ts'
import { showDate } from '../../lib/formats.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import stack from '../../ui/stack.module.css'
import { demoMailCopy } from './copy.ts'
import styles from './demo-mail-page.module.css'
import { LinkedText } from './linked-text.tsx'

const text = demoMailCopy
const RENEWAL_MS = 3000

const { useDemoMailQuery } = injectEndpoints((build) => ({
  demoMail: build.query(readData<typeof readDemoMail>('/demo/mail')),
}))

export default function DemoMailPage() {
  const { data, isError, refetch } = useDemoMailQuery(undefined, { pollingInterval: RENEWAL_MS })
  const mails = data?.mails
  return (
    <div className={stack.page}>
      <ScreenTitle />
      {mails ? null : isError ? (
        <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={160} />
      )}
      {mails?.length === 0 ? <p className={styles.empty}>{text.empty}</p> : null}
      {mails?.map((mail) => (
        <article key={mail.id}>
          <Card heading={<bdi>{mail.subject}</bdi>}>
            <p className={styles.meta}>
              <span>
                {text.to} <bdi dir="ltr">{mail.to}</bdi>
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
