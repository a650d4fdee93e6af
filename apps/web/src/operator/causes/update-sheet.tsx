import { useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import {
  useCorrectCauseUpdateMutation,
  usePostCauseUpdateMutation,
  type CauseRecord,
  type CauseUpdate,
  type UploadedPicture,
} from './api.ts'
import own from './causes.module.css'
import { causesCopy } from './copy.ts'
import { PictureField } from './picture-field.tsx'

const text = causesCopy
const PICTURES_MAX = 6

type UpdateSheetProps = {
  cause: CauseRecord
  /** The one to correct, as it is now. */
  update?: CauseUpdate | undefined
  onClose: () => void
}

/** What was done with the money: said for the first time, or corrected. */
export function UpdateSheet({ cause, update, onClose }: UpdateSheetProps) {
  const [post] = usePostCauseUpdateMutation()
  const [correct] = useCorrectCauseUpdateMutation()
  const [title, setTitle] = useState(update?.title ?? '')
  const [body, setBody] = useState(update?.text ?? '')
  const [pictures, setPictures] = useState<UploadedPicture[]>(update?.pictures ?? [])
  /** What this operator has read. Another may correct it meanwhile. */
  const [revision, setRevision] = useState(update?.revision ?? 0)
  const said = () => ({
    id: cause.id,
    title: title.trim(),
    text: body,
    pictures: pictures.map(({ name, description }) => ({ name, description: description.trim() })),
  })
  return (
    <ActionSheet
      title={update ? text.correctTitle : text.postTitle}
      note={update ? text.correctNote : text.postNote}
      facts={[{ label: text.name, value: cause.name }]}
      confirmLabel={update ? text.correct : text.publish}
      {...(update && { reasonLabel: operatorCopy.act.reason })}
      problem={title.trim() === '' || body.trim() === '' ? text.incomplete : undefined}
      act={(why) =>
        update ? correct({ ...said(), update: update.id, revision, why }).unwrap() : post(said()).unwrap()
      }
      onClose={onClose}
    >
      <TextField
        label={text.title}
        required
        maxLength={120}
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextArea
        label={text.text}
        description={text.storyHint}
        required
        rows={6}
        maxLength={10_000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      {pictures.map((picture, place) => (
        <div key={picture.name} className={own.update}>
          <img src={picture.small} alt={picture.description} className={own.picture} />
          <TextField
            label={text.pictureDescription}
            maxLength={200}
            value={picture.description}
            onChange={(event) => {
              const description = event.currentTarget.value
              setPictures((all) => all.map((each) => (each === picture ? { ...each, description } : each)))
            }}
          />
          <SmallButton
            label={text.removePictureOf(place + 1)}
            onClick={() => setPictures((all) => all.filter((each) => each !== picture))}
          >
            {text.removePicture}
          </SmallButton>
        </div>
      ))}
      {pictures.length < PICTURES_MAX ? (
        <PictureField
          label={text.addPicture}
          onUpload={(added) => setPictures((all) => [...all.filter(({ name }) => name !== added.name), added])}
        />
      ) : null}
      {update && update.revision > revision ? (
        <OthersCorrection update={update} onSeen={() => setRevision(update.revision)} />
      ) : null}
    </ActionSheet>
  )
}

function OthersCorrection({
  update: { title, text: body, changed_by },
  onSeen,
}: {
  update: CauseUpdate
  onSeen: () => void
}) {
  return (
    <Notice tone="pending">
      <div className={own.theirs}>
        <strong role="status">{text.updateChangedBy(changed_by?.name)}</strong>
        <pre tabIndex={0} role="group" aria-label={text.theirs(title)}>
          {`${title}\n\n${body}`}
        </pre>
        <SmallButton onClick={onSeen}>{text.keepMine}</SmallButton>
      </div>
    </Notice>
  )
}
