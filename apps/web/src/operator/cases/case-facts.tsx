import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../console.module.css'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import { useLazyCasePaymentQuery, type CaseView, type Finding } from './api.ts'
import { casesCopy } from './copy.ts'

const text = casesCopy

/** What the case is about, as the member named it and as we found it. */
export function CaseFacts({ of }: { of: CaseView['case'] }) {
  const { topic, opened_at, about, transaction, network, finding } = of
  const [lookUp, { data: now, isFetching, isError }] = useLazyCasePaymentQuery()
  return (
    <Card>
      <Facts
        facts={[
          [text.topic, text.topics[topic]],
          [text.opened, showInstant(opened_at)],
          ...(about
            ? [
                [
                  text.about,
                  <span key="about">
                    {`${text.abouts[about.kind]} `}
                    <code>{about.id}</code>
                  </span>,
                  'sentence',
                ] as const,
              ]
            : []),
          ...(network === null ? [] : [[text.network, network] as const]),
          ...(transaction === null ? [] : [[text.hash, <code key="hash">{transaction}</code>, 'sentence'] as const]),
          ...(finding ? [[text.foundAtOpening, <Found key="found" finding={finding} />] as const] : []),
          ...(now ? [[text.foundNow, <Found key="now" finding={now} />] as const] : []),
        ]}
      />
      {transaction === null ? null : (
        <div className={styles.actions}>
          <SmallButton onClick={() => void (isFetching || lookUp({ reference: of.reference }))}>
            {text.lookUpAgain}
          </SmallButton>
          <Link to="/operator/deposits?tab=unmatched">{text.unmatched}</Link>
        </div>
      )}
      {isError && !isFetching ? <Notice tone="danger">{text.lookUpFailed}</Notice> : null}
    </Card>
  )
}

function Found({ finding: { outcome, amount, confirmations } }: { finding: Finding }) {
  return (
    <>
      {text.outcomes[outcome]}
      {amount === null ? null : (
        <>
          , <Money amount={amount} />
        </>
      )}
      {confirmations === null ? null : `, ${text.confirmations(confirmations.seen, confirmations.needed)}`}
    </>
  )
}
