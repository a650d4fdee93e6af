import { Notice } from '../../ui/notice.tsx'
import styles from '../console.module.css'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import own from './causes.module.css'
import { causesCopy } from './copy.ts'
import type { CauseDraft } from './draft.ts'
import type { CauseField, Saved } from './merge-draft.ts'

const text = causesCopy

const NAMES: Record<CauseField, string> = {
  slug: text.slug,
  name: text.name,
  summary: text.summary,
  story: text.story,
  picture: text.picture,
  picture_description: text.pictureDescription,
  legal_name: text.legalName,
  country: text.country,
  registration_number: text.registration,
  link: text.link,
  deductible: text.deductible,
}

export type Writer = { name: string | undefined; at: string | null }

type OthersChangesProps = {
  saved: Saved
  by: Writer | undefined
  takenOver: readonly CauseField[]
  disputed: readonly CauseField[]
  takeTheirs: (field: CauseField) => void
  accept: () => void
}

/** What another operator saved while this one was writing. Nothing of either is lost. */
export function OthersChanges({ saved, by, takenOver, disputed, takeTheirs, accept }: OthersChangesProps) {
  return (
    <Notice tone="pending">
      <section className={own.others} aria-label={text.changedBy(by?.name, showInstant(by?.at ?? null))}>
        <strong role="status">{text.changedBy(by?.name, showInstant(by?.at ?? null))}</strong>
        {takenOver.length > 0 ? <p>{text.takenOver(takenOver.map((field) => NAMES[field]).join(', '))}</p> : null}
        {disputed.length > 0 ? <p>{text.disputed}</p> : null}
        {disputed.map((field) => (
          <div key={field} className={own.theirs}>
            <h3 className={styles.heading}>{NAMES[field]}</h3>
            <Theirs draft={saved.draft} field={field} />
            <SmallButton label={text.takeTheirsOf(NAMES[field])} onClick={() => takeTheirs(field)}>
              {text.takeTheirs}
            </SmallButton>
          </div>
        ))}
        <span className={styles.actions}>
          <SmallButton filled onClick={accept}>
            {disputed.length > 0 ? text.keepMine : text.goOn}
          </SmallButton>
        </span>
      </section>
    </Notice>
  )
}

function Theirs({ draft, field }: { draft: CauseDraft; field: CauseField }) {
  if (field === 'picture')
    return draft.picture ? (
      <img src={draft.picture.small} alt={draft.picture_description} className={own.picture} />
    ) : (
      <p>{text.nothingThere}</p>
    )
  const shown =
    field === 'deductible'
      ? draft.deductible.map(({ jurisdiction, words }) => `${jurisdiction}: ${words}`).join('\n')
      : draft[field]
  return shown === '' ? (
    <p>{text.nothingThere}</p>
  ) : (
    // Longer than its box, it is scrolled by the arrow keys.
    <pre tabIndex={0} role="group" aria-label={text.theirs(NAMES[field])}>
      {shown}
    </pre>
  )
}
