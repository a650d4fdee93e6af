import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { difference } from '../../lib/amounts.ts'
import { showCount } from '../../lib/formats.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Money } from '../../ui/money.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { payoutCopy } from '../parts/payout-copy.ts'
import { PayoutSheet } from '../parts/payout-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useChangeCauseMutation, useCreateCauseMutation, useOperatorCauseQuery, type CauseRecord } from './api.ts'
import { CauseForm } from './cause-form.tsx'
import { CauseState } from './cause-state.tsx'
import { CauseUpdates } from './cause-updates.tsx'
import { causesCopy } from './copy.ts'
import { draftOf, NEW_DRAFT, writtenOf } from './draft.ts'
import { ProposeSheet, type CauseChange } from './propose-sheet.tsx'

const text = causesCopy
const common = operatorCopy.common

export default function CausePage() {
  const { id } = useParams()
  return (
    <div className={styles.page}>
      <Link to="/operator/causes">{text.backToList}</Link>
      {id === 'new' ? <NewCause /> : <OneCause id={Number(id)} />}
    </div>
  )
}

function NewCause() {
  const [create] = useCreateCauseMutation()
  const navigate = useNavigate()
  return (
    <>
      <PageTitle documentTitle={text.newTitle}>{text.newTitle}</PageTitle>
      <CauseForm
        saved={{ draft: NEW_DRAFT, version: 0 }}
        isDraft
        save={async (draft, { why }) => {
          const reply = await create({ ...writtenOf(draft), why }).unwrap()
          void navigate(`/operator/causes/${reply.data.id}`)
          return reply
        }}
      />
    </>
  )
}

function OneCause({ id }: { id: number }) {
  const { data, isError, refetch } = useOperatorCauseQuery({ id })
  const name = data?.cause.name ?? text.tabs
  return (
    <>
      <PageTitle documentTitle={name} lead={data?.cause.summary}>
        {name}
      </PageTitle>
      {data ? (
        <>
          <Standing cause={data.cause} />
          <Parts cause={data.cause} />
        </>
      ) : isError ? (
        <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  )
}

function Standing({ cause }: { cause: CauseRecord }) {
  const mayAct = useMayAct()
  const [asked, setAsked] = useState<CauseChange | 'payout'>()
  const close = () => setAsked(undefined)
  const { id, name, waiting, held, payout_address: address } = cause
  const balance = difference({ before: held, after: waiting })
  return (
    <>
      <div className={styles.row}>
        <CauseState cause={cause} />
        <span className={styles.actions}>
          {cause.state === 'draft' ? null : <a href={`/causes/${cause.slug}`}>{text.publicPage}</a>}
          {mayAct && balance > 0 ? (
            <SmallButton onClick={() => setAsked('payout')}>{payoutCopy.payOut}</SmallButton>
          ) : null}
          {mayAct ? <Actions cause={cause} onAsk={setAsked} /> : null}
        </span>
      </div>
      <Facts
        facts={[
          [text.given, <Money key="given" amount={cause.given} />],
          [text.paidOut, <Money key="paid" amount={cause.paid_out} />],
          [payoutCopy.holds, <Money key="holds" amount={balance} />],
          [payoutCopy.onTheWay, <Money key="held" amount={held} />],
          [text.donors, cause.donors === null ? text.few : showCount(cause.donors)],
          [text.payableFrom, showInstant(cause.payout_address_from)],
          [text.payoutAddress, address ? <code>{address}</code> : text.noAddress, 'sentence'],
        ]}
      />
      {asked === 'payout' ? (
        <PayoutSheet payee={{ cause: id, name, balance, held, address }} onClose={close} />
      ) : asked ? (
        <ProposeSheet cause={cause} change={asked} onClose={close} />
      ) : null}
    </>
  )
}

function Actions({ cause, onAsk }: { cause: CauseRecord; onAsk: (change: CauseChange) => void }) {
  return (
    <>
      {cause.state === 'draft' ? null : <SmallButton onClick={() => onAsk('address')}>{text.address}</SmallButton>}
      {cause.state === 'open' ? (
        cause.is_default ? null : (
          <SmallButton tone="danger" onClick={() => onAsk('close')}>
            {text.close}
          </SmallButton>
        )
      ) : (
        <SmallButton filled onClick={() => onAsk('open')}>
          {text.open}
        </SmallButton>
      )}
    </>
  )
}

function Parts({ cause }: { cause: CauseRecord }) {
  const [change] = useChangeCauseMutation()
  return (
    <PageTabs
      label={text.tabs}
      tabs={[
        {
          value: 'record',
          label: text.record,
          keep: true,
          content: (
            <CauseForm
              saved={{ draft: draftOf(cause), version: cause.version }}
              lastWriter={{ name: cause.written_by?.name, at: cause.written_at }}
              isDraft={cause.state === 'draft'}
              save={async (draft, how) => {
                const { message, data } = await change({ id: cause.id, ...writtenOf(draft), ...how }).unwrap()
                return { message, version: data.version }
              }}
            />
          ),
        },
        { value: 'updates', label: text.updates, content: <CauseUpdates cause={cause} /> },
      ]}
    />
  )
}
