import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import own from './causes.module.css'
import { causesCopy } from './copy.ts'
import { DeductibleFields } from './deductible-fields.tsx'
import type { CauseDraft } from './draft.ts'
import type { Saved } from './merge-draft.ts'
import { OthersChanges, type Writer } from './others-changes.tsx'
import { PictureField } from './picture-field.tsx'
import { useCauseDraft } from './use-cause-draft.ts'

const text = causesCopy
const SUMMARY_LENGTH_MAX = 280

type CauseFormProps = {
  saved: Saved
  /** Who saved it last. */
  lastWriter?: Writer
  /** Nobody outside sees it yet. */
  isDraft: boolean
  /** Refused if the version is not the saved one any more. */
  save: (draft: CauseDraft, how: { version: number; why: string }) => Promise<SaveReply>
}

type SaveReply = { message: string; version?: number }

export function CauseForm({ saved, lastWriter, isDraft, save }: CauseFormProps) {
  const { draft, version, change, noteSaved, ...beside } = useCauseDraft(saved)
  const [saving, setSaving] = useState(false)
  const mayAct = useMayAct()
  const line = (field: 'name' | 'slug' | 'legal_name' | 'country' | 'registration_number' | 'link') => ({
    value: draft[field],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [field]: event.currentTarget.value }),
  })
  return (
    <Card heading={text.record}>
      <div className={styles.form}>
        <TextField label={text.name} maxLength={100} required {...line('name')} />
        <TextField label={text.slug} description={text.slugHint} maxLength={60} readOnly={!isDraft} {...line('slug')} />
        <TextArea
          label={text.summary}
          description={text.summaryHint(SUMMARY_LENGTH_MAX - draft.summary.length)}
          rows={3}
          maxLength={SUMMARY_LENGTH_MAX}
          value={draft.summary}
          onChange={(event) => change({ summary: event.currentTarget.value })}
        />
        <TextArea
          label={text.story}
          description={text.storyHint}
          rows={12}
          maxLength={20_000}
          value={draft.story}
          onChange={(event) => change({ story: event.currentTarget.value })}
        />
        {mayAct ? <PictureField label={text.picture} onUpload={(picture) => change({ picture })} /> : null}
        {draft.picture ? (
          <div className={own.update}>
            <img src={draft.picture.small} alt={draft.picture_description} className={own.picture} />
            <TextField
              label={text.pictureDescription}
              description={text.pictureDescriptionHint}
              maxLength={200}
              value={draft.picture_description}
              onChange={(event) => change({ picture_description: event.currentTarget.value })}
            />
            {mayAct ? (
              <SmallButton onClick={() => change({ picture: null, picture_description: '' })}>
                {text.removePicture}
              </SmallButton>
            ) : null}
          </div>
        ) : null}
        <TextField label={text.legalName} maxLength={200} {...line('legal_name')} />
        <TextField label={text.country} maxLength={2} {...line('country')} />
        <TextField label={text.registration} maxLength={100} {...line('registration_number')} />
        <TextField label={text.link} type="url" maxLength={300} {...line('link')} />
        <DeductibleFields value={draft.deductible} onChange={(deductible) => change({ deductible })} />
        {version < saved.version ? <OthersChanges saved={saved} by={lastWriter} {...beside} /> : null}
        {mayAct ? <Button onClick={() => setSaving(true)}>{text.save}</Button> : null}
      </div>
      {saving ? (
        <ActionSheet
          title={text.saveTitle}
          note={isDraft ? text.saveDraftNote : text.saveNote}
          facts={[{ label: text.name, value: draft.name }]}
          confirmLabel={text.save}
          reasonLabel={operatorCopy.act.reason}
          act={async (why) => {
            const reply = await save(draft, { version, why })
            if (reply.version !== undefined) noteSaved(reply.version)
            return reply
          }}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </Card>
  )
}
