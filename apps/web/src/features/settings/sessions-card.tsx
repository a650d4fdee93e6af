import { useState } from 'react'
import IconDevices from '~icons/tabler/devices'
import { copy } from '../../lib/copy.ts'
import { failureText } from '../../lib/failure.ts'
import { showMoment } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { toast } from '../../ui/toasts.tsx'
import { deviceWords } from './device-words.ts'
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useSessionsQuery,
  type OpenSession,
} from './sessions-api.ts'
import { sessionsCopy as text } from './sessions-copy.ts'
import styles from './sessions-card.module.css'
import shared from './settings.module.css'
import { serverSentence } from '../../lib/server-words.ts'

/** Where the account is signed in. An ended session is signed out at once. */
export function SessionsCard() {
  const { data, isError, refetch } = useSessionsQuery()
  const [endSession] = useEndSessionMutation()
  const [endOthers] = useEndOtherSessionsMutation()
  const [busy, setBusy] = useState(false)

  const end = async (ending: () => Promise<{ message: string }>) => {
    if (busy) return
    setBusy(true)
    try {
      toast.success(serverSentence((await ending()).message, text.ended))
    } catch (problem) {
      toast.error(failureText(problem, { field: 'message', fallback: text.failed }))
    }
    setBusy(false)
  }

  return (
    <Card eyebrow={text.title} heading={text.heading} icon={<IconDevices aria-hidden="true" />}>
      <p className={shared.text}>{text.lead}</p>
      {isError && !data ? (
        <LoadFailure text={text.loadFailed} retryLabel={text.retry} onRetry={refetch} />
      ) : data === undefined ? (
        <p>{copy.common.loading}</p>
      ) : (
        <ul className={styles.sessions} aria-label={text.title}>
          {data.sessions.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={busy}
              onEnd={() => end(() => endSession({ id: session.id }).unwrap())}
            />
          ))}
        </ul>
      )}
      {data && data.sessions.length > 1 ? (
        <div className={shared.actions}>
          <Button variant="default" aria-disabled={busy} onClick={() => void end(() => endOthers().unwrap())}>
            {text.endOthers}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function Session({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => unknown }) {
  const { device, network, last_used_at, current } = session
  const used = showMoment(last_used_at)
  return (
    <li className={styles.session}>
      <div className={styles.facts}>
        <p className={styles.device}>{deviceWords(device)}</p>
        <p className={styles.muted}>
          {network === null ? null : <bdi dir="ltr">{network}</bdi>}
          <span>{text.lastUsed(used)}</span>
        </p>
      </div>
      {current ? (
        <span className={styles.current}>{text.current}</span>
      ) : (
        <Button
          variant="default"
          aria-disabled={busy}
          aria-label={text.endOf(deviceWords(device), used)}
          onClick={() => void onEnd()}
        >
          {text.end}
        </Button>
      )}
    </li>
  )
}
