import type { readConsoleDocument } from '@trefoil/contract/operator/documents'
import { compareLines } from '@trefoil/core/consent/compare-lines'
import { injectEndpoints } from '../../lib/api.ts'
import { readData } from '../../lib/endpoint.ts'
import { Notice } from '../../ui/notice.tsx'
import { RenderedText } from '../../ui/rendered-text.tsx'
import { documentsCopy as text } from '../documents/copy.ts'
import styles from './document-text.module.css'

export const { useConsoleDocumentQuery } = injectEndpoints((build) => ({
  consoleDocument: build.query(readData<typeof readConsoleDocument>('/operator/documents/:id')),
}))

/** What a proposal publishes, or published: how it differs, and how it looks. */
export function DocumentText({ proposal }: { proposal: number }) {
  const { data, isError } = useConsoleDocumentQuery({ id: proposal })
  if (isError && !data) return <Notice tone="danger">{text.failed}</Notice>
  if (!data) return <p role="status">{text.loading}</p>
  return (
    <>
      <details open={data.version === null}>
        <summary>{data.version === null ? text.difference : text.differenceBefore}</summary>
        {data.before === null ? <p>{text.first}</p> : <Difference before={data.before} after={data.text} />}
      </details>
      <details open={data.version !== null || data.before === null}>
        <summary>{text.shown}</summary>
        <Shown html={data.html} />
      </details>
    </>
  )
}

export function Shown({ html }: { html: string }) {
  return (
    <div className={styles.shown} tabIndex={0}>
      <RenderedText html={html} />
    </div>
  )
}

export function Difference({ before, after }: { before: string; after: string }) {
  const lines = compareLines(before, after)
  if (lines.every(({ kind }) => kind === 'same')) return <p>{text.same}</p>
  return (
    <div className={styles.difference} tabIndex={0}>
      {lines.map(({ kind, text: line }, index) => (
        <p key={index} data-kind={kind} dir="auto">
          {kind === 'same' ? null : <span className="visually-hidden">{text[kind]} </span>}
          {line}
        </p>
      ))}
    </div>
  )
}
