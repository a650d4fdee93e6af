import type { previewDocument } from '@trefoil/contract/operator/documents'
import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { injectEndpoints } from '../../lib/api.ts'
import { call } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { Difference, Shown, useConsoleDocumentQuery } from '../parts/document-text.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useProposeDocumentMutation, type ConsoleDocuments, type DocumentKind } from './api.ts'
import { documentsCopy as text } from './copy.ts'

const { usePreviewDocumentMutation } = injectEndpoints((build) => ({
  previewDocument: build.mutation(call<typeof previewDocument>('POST', '/operator/documents/preview')),
}))

const TEXT_MAX = 50_000
const KINDS = Object.entries(text.kinds).map(([value, label]) => ({ value, label }))

type ProposeSheetProps = { documents: ConsoleDocuments['documents']; onClose: () => void }

/** Begins with the text in force, if there is one. */
export function ProposeSheet({ documents, onClose }: ProposeSheetProps) {
  const [propose] = useProposeDocumentMutation()
  const [preview] = usePreviewDocumentMutation()
  const [kind, setKind] = useState<DocumentKind>('terms')
  const [typed, setTyped] = useState<string>()
  const [shown, setShown] = useState<{ html: string; of: string }>()
  const [failure, setFailure] = useState<string>()
  const newest = documents.find((document) => document.kind === kind)?.versions[0]
  const { data: inForce } = useConsoleDocumentQuery(newest ? { id: newest.proposal } : skipToken)
  const before = newest && inForce?.text
  const written = typed ?? before ?? ''

  async function show() {
    setFailure(undefined)
    try {
      const { data } = await preview({ text: written }).unwrap()
      setShown({ html: data.html, of: written })
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  return (
    <ActionSheet
      title={text.proposeTitle}
      facts={[]}
      note={text.proposeNote}
      confirmLabel={text.propose}
      reasonLabel={operatorCopy.act.reason}
      problem={written.trim() === '' ? text.textRequired : undefined}
      act={(why) => propose({ kind, text: written, why }).unwrap()}
      onClose={onClose}
    >
      <SelectField
        label={text.document}
        value={kind}
        options={KINDS}
        onChange={(value) => {
          setKind(value as DocumentKind)
          setTyped(undefined)
          setShown(undefined)
        }}
      />
      <TextArea
        label={text.text}
        description={text.textHint}
        rows={12}
        dir="auto"
        maxLength={TEXT_MAX}
        value={written}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div>
        <SmallButton onClick={() => void show()}>{text.preview}</SmallButton>
      </div>
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      {shown ? (
        <>
          <Shown html={shown.html} />
          <details>
            <summary>{text.difference}</summary>
            {before === undefined ? <p>{text.first}</p> : <Difference before={before} after={shown.of} />}
          </details>
        </>
      ) : null}
    </ActionSheet>
  )
}
