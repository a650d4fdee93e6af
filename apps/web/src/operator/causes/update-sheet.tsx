import { useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { usePostCauseUpdateMutation, type CauseRecord, type UploadedPicture } from './api.ts'
import own from './causes.module.css'
import { causesCopy } from './copy.ts'
import { PictureField } from './picture-field.tsx'

const text = causesCopy
const PICTURES_MAX = 6

export function UpdateSheet({ cause, onClose }: { cause: CauseRecord; onClose: () => void }) {
  const [post] = usePostCauseUpdateMutation()
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [pictures, setPictures] = useState<UploadedPicture[]>([])
  return (
    <ActionSheet
      title={text.postTitle}
      note={text.postNote}
      facts={[{ label: text.name, value: cause.name }]}
      confirmLabel={text.publish}
      problem={title.trim() === '' || body.trim() === '' ? text.incomplete : undefined}
      act={() =>
        post({
          id: cause.id,
          title: title.trim(),
          text: body,
          pictures: pictures.map(({ name, description }) => ({ name, description: description.trim() })),
        }).unwrap()
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
    </ActionSheet>
  )
}
