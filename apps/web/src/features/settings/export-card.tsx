import IconFileZip from '~icons/tabler/file-zip'
import { useState } from 'react'
import { failureText } from '../../lib/failure.ts'
import { showDate } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDownloadExportMutation, useExportStateQuery, useRequestExportMutation } from './data-api.ts'
import { settingsCopy } from './copy.ts'
import styles from './export-card.module.css'
import { OwnerForm, useOwnerForm } from './owner-form.tsx'
import shared from './settings.module.css'
import { Step } from './step.tsx'
import { useReturnedFocus } from './use-returned-focus.ts'

const text = settingsCopy.data
const ASK_EVERY_MS = 1500

export function ExportCard() {
  const [pollingInterval, setPollingInterval] = useState(0)
  const { data, isError, refetch } = useExportStateQuery({}, { pollingInterval })
  const [asking, setAsking] = useState(false)
  const buttons = useReturnedFocus(asking)
  const interval = data?.state === 'waiting' ? ASK_EVERY_MS : 0
  if (interval !== pollingInterval) setPollingInterval(interval)

  return (
    <Card heading={text.exportTitle} icon={<IconFileZip aria-hidden="true" />}>
      <p className={shared.text}>{text.exportText}</p>
      {isError && !data ? <LoadFailure text={text.loadFailed} retryLabel={text.retry} onRetry={refetch} /> : null}
      {data?.state === 'waiting' ? (
        <div className={styles.waiting}>
          <p role="status">{text.exportWaiting}</p>
          <progress
            className={styles.bar}
            aria-label={text.exportProgress(data.percent)}
            value={data.percent}
            max={100}
          />
          <p className={styles.percent} aria-hidden="true">
            {text.exportProgress(data.percent)}
          </p>
        </div>
      ) : null}
      {data?.state === 'failed' ? <Notice tone="danger">{text.exportFailed}</Notice> : null}
      {data?.state === 'elsewhere' ? <Notice tone="calm">{text.exportElsewhere}</Notice> : null}
      {data?.state === 'ready' ? <Ready bytes={data.bytes ?? 0} until={data.expires_at ?? ''} /> : null}
      {asking ? (
        <AskForExport onDone={() => setAsking(false)} />
      ) : data && data.state !== 'waiting' ? (
        <div ref={buttons} className={shared.actions}>
          <Button variant={data.state === 'ready' ? 'default' : 'filled'} onClick={() => setAsking(true)}>
            {data.state === 'ready' ? text.exportAskAgain : text.exportAsk}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function Ready({ bytes, until }: { bytes: number; until: string }) {
  const [download, { isLoading }] = useDownloadExportMutation()
  const [failure, setFailure] = useState<string | null>(null)

  async function save() {
    if (isLoading) return
    setFailure(null)
    try {
      await download().unwrap()
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  return (
    <>
      <p role="status">{text.exportReady(showSize(bytes), showDate(until))}</p>
      <div className={shared.actions}>
        <Button aria-disabled={isLoading} onClick={() => void save()}>
          {text.exportDownload}
        </Button>
      </div>
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
    </>
  )
}

function AskForExport({ onDone }: { onDone: () => void }) {
  const [request] = useRequestExportMutation()
  const form = useOwnerForm()
  return (
    <Step title={text.confirmTitle} text={text.confirmText}>
      <OwnerForm
        form={form}
        label={text.exportTitle}
        submitText={text.next}
        send={async (proof) => {
          await request(proof).unwrap()
          onDone()
        }}
        onCancel={onDone}
      />
    </Step>
  )
}

const KILOBYTE = 1024

const showSize = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE ? `${Math.ceil(bytes / KILOBYTE)} KB` : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`
