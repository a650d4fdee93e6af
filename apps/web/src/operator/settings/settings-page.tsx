import type { changeSettings } from '@trefoil/contract/operator/settings'
import type { BodyOf } from '@trefoil/contract/route'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { overviewCopy } from '../overview/copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import {
  useChangeSettingsMutation,
  useOperatorSettingsQuery,
  useProposeSettingsMutation,
  type SettingsView as Settings,
} from './api.ts'
import { consoleSettingsCopy } from './copy.ts'

const text = consoleSettingsCopy
const common = operatorCopy.common

/** What lets money leave, or lets nobody hear of it, waits for another operator. The rest happens at once. */
type Change = { title: string; label: string } & (
  | { body: Omit<BodyOf<typeof changeSettings>, 'why'> }
  | { proposal: 'resume_payouts' | 'silence_mail' }
)

export default function SettingsPage() {
  const { data, isError, refetch } = useOperatorSettingsQuery()
  const [change] = useChangeSettingsMutation()
  const [propose] = useProposeSettingsMutation()
  const [asked, setAsked] = useState<Change>()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      {isError && !data ? <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} /> : null}
      {data ? <Switches settings={data} onAsk={setAsked} /> : null}
      <DataTable
        caption={text.people}
        columns={PEOPLE}
        rows={data?.operators}
        rowKey={({ id }) => String(id)}
        emptyText={text.noPeople}
      />
      <DataTable
        caption={text.configuration}
        columns={CONFIGURATION}
        rows={data?.configuration}
        rowKey={({ name }) => name}
        emptyText={common.none}
      />
      {asked ? (
        <ActionSheet
          title={asked.title}
          facts={[]}
          note={'proposal' in asked ? text.proposalNote : undefined}
          confirmLabel={asked.label}
          reasonLabel={operatorCopy.act.reason}
          act={(why) =>
            'proposal' in asked
              ? propose({ change: asked.proposal, why }).unwrap()
              : change({ ...asked.body, why }).unwrap()
          }
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  )
}

function Switches({ settings, onAsk }: { settings: Settings; onAsk: (change: Change) => void }) {
  const mayAct = useMayAct()
  const { payouts_paused, payouts_paused_why, mail_operators, mask_team } = settings
  const payouts: Change = payouts_paused
    ? { title: text.resumeTitle, label: text.resume, proposal: 'resume_payouts' }
    : { title: text.pauseTitle, label: text.pause, body: { payouts_paused: true } }
  const mail: Change = mail_operators
    ? { title: text.mailOffTitle, label: text.mailOff, proposal: 'silence_mail' }
    : { title: text.mailOnTitle, label: text.mailOn, body: { mail_operators: true } }
  const mask: Change = {
    title: text.maskTitle,
    label: mask_team ? text.maskOff : text.maskOn,
    body: { mask_team: !mask_team },
  }
  return (
    <div className={styles.columns}>
      <Card heading={text.payouts}>
        {payouts_paused ? (
          <Notice tone="pending">{text.payoutsPaused(payouts_paused_why ?? '')}</Notice>
        ) : (
          <StatusDot tone="positive">{overviewCopy.running}</StatusDot>
        )}
        <p className={styles.muted}>{text.payoutsText}</p>
        {mayAct ? (
          <span>
            <SmallButton {...(!payouts_paused && { tone: 'danger' })} onClick={() => onAsk(payouts)}>
              {payouts.label}
            </SmallButton>
          </span>
        ) : null}
      </Card>
      <Card heading={text.mail}>
        <StatusDot tone={mail_operators ? 'positive' : 'calm'}>{mail_operators ? common.on : common.off}</StatusDot>
        <p className={styles.muted}>{text.mailText}</p>
        {mayAct ? (
          <span>
            <SmallButton onClick={() => onAsk(mail)}>{mail.label}</SmallButton>
          </span>
        ) : null}
      </Card>
      <Card heading={text.mask}>
        <StatusDot tone="calm">{mask_team ? common.on : common.off}</StatusDot>
        <p className={styles.muted}>{text.maskText}</p>
        {mayAct ? (
          <span>
            <SmallButton onClick={() => onAsk(mask)}>{mask.label}</SmallButton>
          </span>
        ) : null}
      </Card>
    </div>
  )
}

const PEOPLE: Column<Settings['operators'][number]>[] = [
  { heading: common.name, cell: ({ name }) => name, breaks: 'name', card: 'title' },
  { heading: common.email, cell: ({ email }) => <MiddleTruncated text={email} /> },
  { heading: operatorCopy.members.role, cell: ({ role }) => operatorCopy.members.roles[role], card: 'value' },
  {
    heading: text.twoFactor,
    cell: ({ two_factor }) => (
      <StatusDot tone={two_factor ? 'positive' : 'danger'}>{two_factor ? common.on : common.off}</StatusDot>
    ),
    card: 'labelled',
  },
]

const CONFIGURATION: Column<Settings['configuration'][number]>[] = [
  { heading: text.setting, cell: ({ name }) => name, card: 'title' },
  { heading: text.value, cell: ({ value }) => <span className={styles.mono}>{value}</span>, breaks: 'prose' },
]
