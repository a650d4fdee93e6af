import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import styles from '../console.module.css'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import type { CauseRecord } from './api.ts'
import own from './causes.module.css'
import { causesCopy } from './copy.ts'
import { UpdateSheet } from './update-sheet.tsx'

const text = causesCopy

export function CauseUpdates({ cause }: { cause: CauseRecord }) {
  const mayAct = useMayAct()
  const [posting, setPosting] = useState(false)
  return (
    <div className={styles.page}>
      {mayAct && cause.state !== 'draft' ? (
        <div>
          <SmallButton filled onClick={() => setPosting(true)}>
            {text.post}
          </SmallButton>
        </div>
      ) : null}
      {cause.updates.length === 0 ? <p className={styles.muted}>{text.noUpdates}</p> : null}
      {cause.updates.map(({ id, title, html, posted_at, posted_by, pictures }) => (
        <Card key={id} heading={title}>
          <div className={own.update}>
            <p className={styles.muted}>{text.postedBy(posted_by.name, showInstant(posted_at))}</p>
            {/* Rendered by the server, which shows tags as text. */}
            <div className={own.prose} dangerouslySetInnerHTML={{ __html: html }} />
            <div className={own.pictures}>
              {pictures.map(({ small, description }) => (
                <img key={small} src={small} alt={description} loading="lazy" className={own.picture} />
              ))}
            </div>
          </div>
        </Card>
      ))}
      {posting ? <UpdateSheet cause={cause} onClose={() => setPosting(false)} /> : null}
    </div>
  )
}
