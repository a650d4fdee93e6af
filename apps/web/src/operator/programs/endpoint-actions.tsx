import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { CheckField } from '../../ui/check-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { ChangeEndpointSheet } from './endpoint-sheet.tsx'
import { ShownSecret } from './shown-secret.tsx'
import {
  useDisableWebhookMutation,
  useEnableWebhookMutation,
  useRemoveWebhookMutation,
  useReplayWebhookMutation,
  useRotateWebhookMutation,
  useTestWebhookMutation,
  type Endpoint,
} from './webhooks-api.ts'
import { webhooksCopy } from './webhooks-copy.ts'

const text = webhooksCopy

type Asked = 'test' | 'replay' | 'change' | 'rotate' | 'disable' | 'enable' | 'remove'
type SheetProps = { endpoint: Endpoint; onClose: () => void }

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [asked, setAsked] = useState<Asked>()
  const [secret, setSecret] = useState<string>()
  const button = (what: Asked, label: string, tone?: 'danger') => (
    <SmallButton {...(tone && { tone })} onClick={() => setAsked(what)}>
      {label}
    </SmallButton>
  )
  const sheet = { endpoint, onClose: () => setAsked(undefined) }
  const isEnabled = endpoint.state === 'enabled'
  return (
    <div className={styles.actions}>
      {isEnabled ? button('test', text.test) : null}
      {isEnabled ? button('replay', text.replay) : null}
      {button('change', text.change)}
      {button('rotate', text.rotate)}
      {isEnabled ? button('disable', text.disable) : button('enable', text.enable)}
      {button('remove', text.remove, 'danger')}
      {asked === 'test' ? <TestSheet {...sheet} /> : null}
      {asked === 'replay' ? <ReplaySheet {...sheet} /> : null}
      {asked === 'change' ? <ChangeEndpointSheet {...sheet} /> : null}
      {asked === 'rotate' ? <RotateSheet {...sheet} onMade={setSecret} /> : null}
      {asked === 'disable' ? <DisableSheet {...sheet} /> : null}
      {asked === 'enable' ? <EnableSheet {...sheet} /> : null}
      {asked === 'remove' ? <RemoveSheet {...sheet} /> : null}
      {secret === undefined ? null : (
        <ShownSecret
          title={text.secretTitle}
          note={text.secretNote}
          copyLabel={text.copySecret}
          value={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  )
}

type AskProps = SheetProps & {
  title: string
  note?: string
  confirmLabel: string
  problem?: string | undefined
  act: (why: string) => Promise<{ message: string }>
  children?: ReactNode
}

const Ask = ({ endpoint, ...props }: AskProps) => (
  <ActionSheet
    {...props}
    facts={[{ label: text.description, value: endpoint.description }]}
    reasonLabel={operatorCopy.act.reason}
  />
)

function TestSheet(props: SheetProps) {
  const [test] = useTestWebhookMutation()
  const { id } = props.endpoint
  return (
    <Ask
      {...props}
      title={text.testTitle}
      note={text.testNote}
      confirmLabel={text.test}
      act={(why) => test({ id, why }).unwrap()}
    />
  )
}

function ReplaySheet(props: SheetProps) {
  const [replay] = useReplayWebhookMutation()
  const [since, setSince] = useState('')
  const { id } = props.endpoint
  return (
    <Ask
      {...props}
      title={text.replayTitle}
      note={text.replayNote}
      confirmLabel={text.replay}
      problem={since === '' ? text.sinceRequired : undefined}
      act={(why) => replay({ id, since: new Date(since).toISOString(), why }).unwrap()}
    >
      <TextField
        label={text.since}
        description={text.sinceHint}
        type="datetime-local"
        required
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
    </Ask>
  )
}

function RotateSheet({ onMade, ...props }: SheetProps & { onMade: (secret: string) => void }) {
  const [rotate] = useRotateWebhookMutation()
  const { id } = props.endpoint
  return (
    <Ask
      {...props}
      title={text.rotateTitle}
      note={text.rotateNote}
      confirmLabel={text.rotate}
      act={async (why) => {
        const { data, message } = await rotate({ id, why }).unwrap()
        onMade(data.secret)
        return { message }
      }}
    />
  )
}

function DisableSheet(props: SheetProps) {
  const [disable] = useDisableWebhookMutation()
  const { id } = props.endpoint
  return (
    <Ask
      {...props}
      title={text.disableTitle}
      note={text.disableNote}
      confirmLabel={text.disable}
      act={(why) => disable({ id, why }).unwrap()}
    />
  )
}

function EnableSheet(props: SheetProps) {
  const [enable] = useEnableWebhookMutation()
  const [catchUp, setCatchUp] = useState(true)
  const { id } = props.endpoint
  return (
    <Ask
      {...props}
      title={text.enableTitle}
      confirmLabel={text.enable}
      act={(why) => enable({ id, catch_up: catchUp, why }).unwrap()}
    >
      <CheckField
        label={text.catchUp}
        checked={catchUp}
        onChange={({ currentTarget: { checked } }) => setCatchUp(checked)}
      />
    </Ask>
  )
}

function RemoveSheet(props: SheetProps) {
  const [remove] = useRemoveWebhookMutation()
  const navigate = useNavigate()
  const { id } = props.endpoint
  return (
    <Ask
      {...props}
      title={text.removeTitle}
      note={text.removeNote}
      confirmLabel={text.remove}
      act={async (why) => {
        const reply = await remove({ id, why }).unwrap()
        await navigate('/operator/programs')
        return reply
      }}
    />
  )
}
