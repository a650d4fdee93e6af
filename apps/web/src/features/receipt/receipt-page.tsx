import type { verifyReceipt } from '@trefoil/contract/receipts'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { readData, type DataOf } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { showCount } from '../../lib/formats.ts'
import facts from '../../ui/confirm-sheet.module.css'
import { FormPage } from '../../ui/form-page.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { receiptCopy } from './copy.ts'
import { printedMoment } from './printed-moment.ts'

const text = receiptCopy

const { useVerifyReceiptQuery } = injectEndpoints((build) => ({
  verifyReceipt: build.query(readData<typeof verifyReceipt>('/receipts/:reference')),
}))

export default function ReceiptPage() {
  const { reference = '' } = useParams()
  const { data, error, isError, isFetching, refetch } = useVerifyReceiptQuery({ reference })
  return (
    <FormPage footer={<Link to="/">{text.home}</Link>}>
      <div aria-live="polite" aria-busy={isFetching}>
        {data ? (
          <Answer answer={data} asked={reference} />
        ) : isError && !isFetching ? (
          <LoadFailure
            text={failureText(error, { field: 'message', fallback: text.failed })}
            retryLabel={text.retry}
            onRetry={refetch}
          />
        ) : (
          <>
            <span className="visually-hidden">{text.loading}</span>
            <Skeleton height={72} />
          </>
        )}
      </div>
    </FormPage>
  )
}

function Answer({ answer, asked }: { answer: DataOf<typeof verifyReceipt>; asked: string }) {
  const { genuine, reference, amount = 0, date = '', cause, log_position: position = 0, reversed_on: reversed } = answer
  if (!genuine)
    return (
      <>
        <Notice tone="danger" quiet>
          <strong>{text.unknown}</strong>
          <span>{text.unknownText}</span>
        </Notice>
        <Facts rows={[[text.reference, asked]]} />
      </>
    )
  return (
    <>
      <Notice tone={reversed ? 'pending' : 'positive'} quiet>
        <strong>{reversed ? text.reversed(printedMoment(reversed)) : text.genuine}</strong>
        <span>{reversed ? text.reversedText : text.genuineText}</span>
      </Notice>
      <Facts
        rows={[
          [text.reference, reference],
          [text.amount, <Money key="amount" amount={amount} />],
          [text.date, printedMoment(date)],
          [text.cause, cause],
          [text.position, showCount(position)],
        ]}
      />
    </>
  )
}

const Facts = ({ rows }: { rows: [label: string, value: ReactNode][] }) => (
  <dl className={facts.facts}>
    {rows.map(([label, value]) => (
      <div key={label} className={facts.fact}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
