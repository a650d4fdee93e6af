import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { agreementCopy } from '../../lib/agreement-copy.ts'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { showMoment } from '../../lib/formats.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { useStagesQuery } from '../../lib/stages-api.ts'
import { donationMinimum } from '../../lib/standing.ts'
import { AgreementGate } from '../../ui/agreement-gate.tsx'
import { Card } from '../../ui/card.tsx'
import { Explained } from '../../ui/explained.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Money } from '../../ui/money.tsx'
import styles from '../../ui/money-screen.module.css'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCausesQuery } from './api.ts'
import { CauseCard } from './cause-card.tsx'
import columns from './cause-card.module.css'
import { donateCopy } from './copy.ts'
import { DonateForm } from './donate-form.tsx'
import { DonationTable } from './donation-table.tsx'
import { ThankYou, type Given } from './thank-you.tsx'

const text = donateCopy

export default function DonatePage() {
  const { data } = useCausesQuery()
  const causes = data?.causes.filter(({ state }) => state === 'open') ?? []
  // In the address, because a cause's own page leads here.
  const [query, setQuery] = useSearchParams()
  const slug = query.get('cause')
  const named = causes.find((cause) => cause.slug === slug)
  const chosen = named ?? causes[0]
  const [given, setGiven] = useState<Given | null>(null)
  const member = useProfileQuery()
  const stages = useStagesQuery()
  const minimum = member.data && stages.data ? donationMinimum(stages.data, member.data.profile.stage) : undefined
  const from = member.data?.consent.donate_from ?? null
  const failed = (member.isError && !member.data) || (stages.isError && !stages.data)
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <div className={columns.columns}>
        <Card>
          <p className={styles.limit}>
            {text.minimum}{' '}
            <strong>
              {minimum === undefined ? (
                <Skeleton width={96} height={18} />
              ) : (
                <Explained figure="min_donation">
                  <Money amount={minimum} />
                </Explained>
              )}
            </strong>
          </p>
          <h2 className={styles.heading}>{text.details}</h2>
          {failed ? (
            <LoadFailure
              text={dashboardCopy.blocks.failed}
              retryLabel={dashboardCopy.blocks.retry}
              onRetry={() => Promise.all([member.refetch(), stages.refetch()])}
            />
          ) : null}
          {data && slug !== null && !named ? <Notice tone="pending">{text.cause.notOpen}</Notice> : null}
          {from === null ? null : <Notice tone="pending">{agreementCopy.gate.wait(showMoment(from))}</Notice>}
          <AgreementGate>
            <DonateForm
              causes={causes}
              chosen={chosen}
              onChoose={(cause) => setQuery({ cause }, { replace: true })}
              onGiven={setGiven}
              member={member.data}
              stages={stages.data}
            />
          </AgreementGate>
          <p className={columns.elsewhere}>
            <a href="/facts">{text.facts}</a>
            <a href="/simulator">{text.simulator}</a>
          </p>
        </Card>
        {chosen ? <CauseCard {...chosen} /> : null}
      </div>
      {given ? <ThankYou key={given.donation_id} {...given} /> : null}
      <section className={styles.section}>
        <h2>{text.section}</h2>
        <DonationTable />
      </section>
    </div>
  )
}
