import { useNavigate, useSearchParams } from 'react-router'
import { agreementCopy } from '../../lib/agreement-copy.ts'
import { backFrom } from '../../lib/agreement-path.ts'
import { useAgreementsQuery } from '../../lib/agreements-api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AgreementForm } from './agreement-form.tsx'
import styles from './agreement.module.css'

const text = agreementCopy.page

export default function AgreementPage() {
  const { data, isError, refetch } = useAgreementsQuery()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const back = backFrom(query)
  return (
    <div className={styles.page}>
      <ScreenTitle />
      {isError && !data ? (
        <LoadFailure text={text.loadFailed} retryLabel={text.retry} onRetry={refetch} />
      ) : !data ? (
        <Card>
          <Skeleton height={220} />
        </Card>
      ) : data.due ? (
        <AgreementForm due={data.due} onDone={() => navigate(back, { replace: true })} />
      ) : (
        <Card>
          <p>{text.nothing}</p>
          <div>
            <ButtonLink to={back} variant="default">
              {text.back}
            </ButtonLink>
          </div>
        </Card>
      )}
    </div>
  )
}
