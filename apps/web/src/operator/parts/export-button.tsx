import type { exportCsv } from '@trefoil/contract/operator/exports'
import type { ParamsOf } from '@trefoil/contract/route'
import { CSV_START } from '@trefoil/core/csv'
import { useState } from 'react'
import { injectEndpoints } from '../../lib/api.ts'
import { download } from '../../lib/download.ts'
import { readOnce } from '../../lib/endpoint-kinds.ts'
import { showCount } from '../../lib/formats.ts'
import { useReader } from '../../lib/use-reader.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../console.module.css'
import type { Days } from './day-range.tsx'
import { exportsCopy as text } from './exports-copy.ts'

export type Exportable = ParamsOf<typeof exportCsv>['what']

const { endpoints } = injectEndpoints((build) => ({
  exportPage: build.query(readOnce<typeof exportCsv>('/operator/export/:what')),
}))

/** Page after page, joined into one file. */
export function ExportButton({ what, days = {} }: { what: Exportable; days?: Days }) {
  const read = useReader()
  const [lines, setLines] = useState<number>()
  const [failed, setFailed] = useState(false)

  async function run() {
    setFailed(false)
    setLines(0)
    try {
      const parts: string[] = [CSV_START]
      let cursor: string | null = null
      let done = 0
      do {
        const asked = { what, ...days, ...(cursor === null ? {} : { cursor }) }
        const part: { csv: string; lines: number; next_cursor: string | null } = await read(
          endpoints.exportPage.initiate(asked, { forceRefetch: true, subscribe: false }),
        )
        parts.push(part.csv)
        done += part.lines
        cursor = part.next_cursor
        setLines(done)
      } while (cursor !== null)
      download({ parts, fileName: `trefoil-${what}.csv`, type: 'text/csv' })
    } catch (problem) {
      console.error('An export failed', problem)
      setFailed(true)
    } finally {
      setLines(undefined)
    }
  }

  const isRunning = lines !== undefined
  return (
    <span className={styles.actions}>
      <span role="alert">{failed ? text.failed : ''}</span>
      <Button
        variant="default"
        className={styles.small}
        aria-disabled={isRunning}
        onClick={() => void (isRunning || run())}
      >
        {isRunning ? text.running(showCount(lines)) : text.button(text.tables[what].toLowerCase())}
      </Button>
    </span>
  )
}
