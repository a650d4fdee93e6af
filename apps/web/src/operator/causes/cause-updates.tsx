import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import styles from '../console.module.css'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import type { CauseRecord, CauseUpdate } from './api.ts'
import own from './causes.module.css'
import { causesCopy } from './copy.ts'
import { UpdateSheet } from './update-sheet.tsx'
import { WithdrawSheet } from './withdraw-sheet.tsx'

const text = causesCopy

type Asked = { act: 'correct' | 'withdraw'; id: number } | { act: 'post' }

export function CauseUpdates({ cause }: { cause: CauseRecord }) {
  const mayAct = useMayAct()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const chosen = asked && asked.act !== 'post' ? cause.updates.find(({ id }) => id === asked.id) : undefined
  return (
    <div className={styles.page}>
      {mayAct && cause.state !== 'draft' ? (
        <div>
          <SmallButton filled onClick={() => setAsked({ act: 'post' })}>
            {text.post}
          </SmallButton>
        </div>
      ) : null}
      {cause.updates.length === 0 ? <p className={styles.muted}>{text.noUpdates}</p> : null}
      {cause.updates.map((update) => (
        <Update
          key={update.id}
          update={update}
          onAsk={mayAct && update.withdrawn_at === null ? (act) => setAsked({ act, id: update.id }) : undefined}
        />
      ))}
      {asked?.act === 'post' ? <UpdateSheet cause={cause} onClose={close} /> : null}
      {asked?.act === 'correct' && chosen ? <UpdateSheet cause={cause} update={chosen} onClose={close} /> : null}
      {asked?.act === 'withdraw' && chosen ? <WithdrawSheet cause={cause} update={chosen} onClose={close} /> : null}
    </div>
  )
}

type UpdateProps = { update: CauseUpdate; onAsk: ((act: 'correct' | 'withdraw') => void) | undefined }

function Update({ update, onAsk }: UpdateProps) {
  const { title, html, posted_at, posted_by, corrected_at, withdrawn_at, changed_by, pictures } = update
  return (
    <Card heading={title}>
      <div className={own.update} data-withdrawn={withdrawn_at !== null || undefined}>
        <p className={styles.muted}>{text.postedBy(posted_by.name, showInstant(posted_at))}</p>
        {withdrawn_at !== null ? (
          <p className={own.withdrawn}>{text.withdrawnBy(changed_by?.name ?? '', showInstant(withdrawn_at))}</p>
        ) : corrected_at !== null ? (
          <p className={styles.muted}>{text.correctedBy(changed_by?.name ?? '', showInstant(corrected_at))}</p>
        ) : null}
        {/* Rendered by the server, which shows tags as text. */}
        <div className={own.prose} dangerouslySetInnerHTML={{ __html: html }} />
        <div className={own.pictures}>
          {pictures.map(({ small, description }) => (
            <img key={small} src={small} alt={description} loading="lazy" className={own.picture} />
          ))}
        </div>
        {onAsk ? (
          <span className={styles.actions}>
            <SmallButton label={text.correctOf(title)} onClick={() => onAsk('correct')}>
              {text.correct}
            </SmallButton>
            <SmallButton tone="danger" label={text.withdrawOf(title)} onClick={() => onAsk('withdraw')}>
              {text.withdraw}
            </SmallButton>
          </span>
        ) : null}
      </div>
    </Card>
  )
}
