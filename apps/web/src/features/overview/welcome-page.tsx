import { Button } from '@mantine/core'
import { IconKey, IconShieldLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useProfileQuery } from '../../lib/api.ts'
import { copy } from '../../lib/copy.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReferralCard } from '../../ui/referral-card.tsx'
import styles from './welcome-page.module.css'

const text = copy.welcome

export default function WelcomePage() {
  const { data, isError, refetch } = useProfileQuery()
  if (!data) {
    return (
      <div className={styles.page}>
        <PageTitle documentTitle={text.documentTitle}>{text.documentTitle}</PageTitle>
        {isError ? (
          <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={refetch} />
        ) : (
          <div className={styles.cards} role="status" aria-label={copy.common.loading}>
            <Skeleton height={190} />
            <Skeleton height={190} />
          </div>
        )}
      </div>
    )
  }

  const { profile } = data
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={text.documentTitle} lead={text.lead}>
        {text.title(profile.name)}
      </PageTitle>
      {profile.referral_code === null ? null : <ReferralCard code={profile.referral_code} />}
      <div className={styles.cards}>
        <Card heading={text.keyTitle} icon={<IconKey aria-hidden="true" />}>
          <p className={styles.text}>{text.keyText}</p>
          <Button component={Link} to="/dashboard/setting" variant="default" className={styles.action ?? ''}>
            {text.keyLink}
          </Button>
        </Card>
        <Card heading={text.securityTitle} icon={<IconShieldLock aria-hidden="true" />}>
          <p className={styles.text}>{profile.two_factor ? text.securityTextOn : text.securityTextOff}</p>
          <Button
            component={Link}
            to="/dashboard/setting?tab=security"
            variant="default"
            className={styles.action ?? ''}
          >
            {text.securityLink}
          </Button>
        </Card>
      </div>
    </div>
  )
}
