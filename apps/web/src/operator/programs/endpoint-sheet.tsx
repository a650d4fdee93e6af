import { useState } from 'react'
import { CheckField } from '../../ui/check-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { EVENT_TYPES } from './event-types.ts'
import styles from './programs.module.css'
import { useChangeWebhookMutation, useCreateWebhookMutation, type Endpoint, type EventType } from './webhooks-api.ts'
import { webhooksCopy } from './webhooks-copy.ts'

const text = webhooksCopy

type Wanted = { url: string; description: string; event_types: EventType[]; why: string }

export function MakeEndpointSheet({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const [create] = useCreateWebhookMutation()
  return (
    <EndpointSheet
      title={text.makeTitle}
      note={text.makeNote}
      confirmLabel={text.make}
      before={{ url: '', description: '', event_types: [] }}
      save={async (wanted) => {
        const { data, message } = await create(wanted).unwrap()
        onMade(data.secret)
        return { message }
      }}
      onClose={onClose}
    />
  )
}

export function ChangeEndpointSheet({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [change] = useChangeWebhookMutation()
  return (
    <EndpointSheet
      title={text.changeTitle}
      note={text.changeNote}
      confirmLabel={text.change}
      before={endpoint}
      save={(wanted) => change({ id: endpoint.id, ...wanted }).unwrap()}
      onClose={onClose}
    />
  )
}

type EndpointSheetProps = {
  title: string
  note: string
  confirmLabel: string
  before: Pick<Endpoint, 'url' | 'description' | 'event_types'>
  save: (wanted: Wanted) => Promise<{ message: string }>
  onClose: () => void
}

function EndpointSheet({ title, note, confirmLabel, before, save, onClose }: EndpointSheetProps) {
  const [url, setUrl] = useState(before.url)
  const [description, setDescription] = useState(before.description)
  const [types, setTypes] = useState<readonly EventType[]>(before.event_types)
  return (
    <ActionSheet
      title={title}
      facts={[]}
      note={note}
      confirmLabel={confirmLabel}
      reasonLabel={operatorCopy.act.reason}
      problem={problemOf(url, description, types)}
      act={(why) => save({ url: url.trim(), description: description.trim(), event_types: [...types], why })}
      onClose={onClose}
    >
      <TextField
        label={text.description}
        description={text.descriptionHint}
        required
        maxLength={60}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <TextField
        label={text.url}
        description={text.urlHint}
        type="url"
        required
        maxLength={500}
        spellCheck={false}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <fieldset className={styles.scopes} data-of="events">
        <legend>{text.events}</legend>
        <div className={styles.allOrNone}>
          <SmallButton onClick={() => setTypes(EVENT_TYPES)}>{text.all}</SmallButton>
          <SmallButton onClick={() => setTypes([])}>{text.none}</SmallButton>
        </div>
        {EVENT_TYPES.map((type) => (
          <CheckField
            key={type}
            label={type}
            checked={types.includes(type)}
            onChange={({ currentTarget: { checked } }) =>
              setTypes((chosen) => (checked ? [...chosen, type] : chosen.filter((one) => one !== type)))
            }
          />
        ))}
      </fieldset>
    </ActionSheet>
  )
}

function problemOf(url: string, description: string, types: readonly EventType[]): string | undefined {
  if (description.trim() === '') return text.descriptionRequired
  if (url.trim() === '') return text.urlRequired
  return types.length === 0 ? text.eventsRequired : undefined
}
