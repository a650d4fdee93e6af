import { useId, useState } from 'react'
import { failureText } from '../../lib/failure.ts'
import { useUploadPictureMutation, type UploadedPicture } from './api.ts'
import styles from './causes.module.css'
import { causesCopy } from './copy.ts'

const text = causesCopy

/** Uploads at once: what is saved later is only its name. */
export function PictureField({ label, onUpload }: { label: string; onUpload: (picture: UploadedPicture) => void }) {
  const id = useId()
  const [upload, { isLoading }] = useUploadPictureMutation()
  const [problem, setProblem] = useState<string>()

  async function send(input: HTMLInputElement) {
    const [file] = input.files ?? []
    if (!file || isLoading) return
    setProblem(undefined)
    try {
      onUpload(await upload(file).unwrap())
    } catch (failure) {
      setProblem(failureText(failure, { field: 'message', fallback: text.uploadFailed }))
    }
    // The same file may be chosen again.
    input.value = ''
  }

  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={`${id}-hint`}
        aria-busy={isLoading}
        className={styles.file}
        onChange={(event) => void send(event.currentTarget)}
      />
      <p id={`${id}-hint`} role="status" className={problem ? styles.problem : styles.hint}>
        {problem ?? (isLoading ? text.uploading : text.pictureHint)}
      </p>
    </div>
  )
}
