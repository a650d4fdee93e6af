import { useState } from 'react'
import IconFingerprint from '~icons/tabler/fingerprint'
import { copy } from '../../lib/copy.ts'
import { showDate } from '../../lib/formats.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { usePasskeysQuery, type Passkey } from './api.ts'
import { settingsCopy } from './copy.ts'
import styles from './passkeys-card.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemovePasskey } from './remove-passkey.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import shared from './settings.module.css'
import { useReturnedFocus } from './use-returned-focus.ts'

type Doing = 'nothing' | 'adding' | { renaming: Passkey } | { removing: Passkey } | { showing: string[] }

const text = settingsCopy.passkeys

export function PasskeysCard() {
  const { data, isError, refetch } = usePasskeysQuery()
  const [doing, setDoing] = useState<Doing>('nothing')
  const stop = () => setDoing('nothing')
  const buttons = useReturnedFocus(doing !== 'nothing')

  return (
    <Card eyebrow={text.title} heading={text.heading} icon={<IconFingerprint aria-hidden="true" />}>
      <p className={shared.text}>{text.text}</p>
      {data === undefined && isError ? (
        <LoadFailure text={text.loadFailed} retryLabel={settingsCopy.profile.retry} onRetry={refetch} />
      ) : data === undefined ? (
        <p>{copy.common.loading}</p>
      ) : data.passkeys.length === 0 ? (
        <p className={shared.text}>{text.none}</p>
      ) : (
        <ul className={styles.list} aria-label={text.list}>
          {data.passkeys.map((passkey) => (
            <Line
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDoing({ renaming: passkey })}
              onRemove={() => setDoing({ removing: passkey })}
            />
          ))}
        </ul>
      )}
      {doing !== 'nothing' ? null : canUsePasskeys() ? (
        <div ref={buttons} className={shared.actions}>
          <Button onClick={() => setDoing('adding')}>{text.add}</Button>
        </div>
      ) : (
        <p className={shared.text}>{text.unavailable}</p>
      )}
      {doing === 'adding' ? (
        <AddPasskey onDone={(codes) => (codes ? setDoing({ showing: codes }) : stop())} onCancel={stop} />
      ) : null}
      {typeof doing === 'object' && 'renaming' in doing ? (
        <RenamePasskey key={doing.renaming.id} passkey={doing.renaming} onDone={stop} onCancel={stop} />
      ) : null}
      {typeof doing === 'object' && 'removing' in doing ? (
        <RemovePasskey key={doing.removing.id} passkey={doing.removing} onDone={stop} onCancel={stop} />
      ) : null}
      {typeof doing === 'object' && 'showing' in doing ? <RecoveryCodes codes={doing.showing} onDone={stop} /> : null}
    </Card>
  )
}

type LineProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function Line({ passkey, onRename, onRemove }: LineProps) {
  const { name, added_at: addedAt, last_used_at: lastUsedAt, copied } = passkey
  return (
    <li className={styles.passkey}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className={styles.dates}>
          <span>{text.added(showDate(addedAt))}</span>
          <span>{lastUsedAt === null ? text.neverUsed : text.lastUsed(showDate(lastUsedAt))}</span>
        </p>
        {copied ? <p className={styles.copied}>{text.copied}</p> : null}
      </div>
      <div className={styles.actions}>
        <Button variant="subtle" aria-label={text.renameOf(name)} onClick={onRename}>
          {text.rename}
        </Button>
        <Button variant="subtle" aria-label={text.removeOf(name)} onClick={onRemove}>
          {text.remove}
        </Button>
      </div>
    </li>
  )
}
