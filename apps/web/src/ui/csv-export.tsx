import { CSV_START, csvLines, type Cell } from '@trefoil/core/csv'
import { useEffect, useRef, useState } from 'react'
import IconDownload from '~icons/tabler/download'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { download } from '../lib/download.ts'
import { Button } from './button.tsx'
import styles from './csv-export.module.css'

/** Some rows of an export, and the total number if known. */
export type CsvPart<Row> = { rows: readonly Row[]; total?: number }

export type CsvSource<Row> = {
  /** Without the extension. */
  fileName: string
  /** Read on demand: all rows of the table, with the screen's filters. */
  parts: () => AsyncIterable<CsvPart<Row>> | Iterable<CsvPart<Row>>
}

type CsvExportProps<Row> = CsvSource<Row> & {
  /** The table: part of the button's name. */
  of: string
  columns: readonly { heading: string; value: (row: Row, number: number) => Cell }[]
}

type Progress = { done: number; total: number | undefined }

const text = dashboardCopy.csv

/** The whole table as a file. Long ones show progress and can be cancelled. */
export function CsvExport<Row>({ of, fileName, columns, parts }: CsvExportProps<Row>) {
  const [progress, setProgress] = useState<Progress>()
  const [failed, setFailed] = useState(false)
  const current = useRef<symbol>(undefined)
  useEffect(
    () => () => {
      current.current = undefined
    },
    [],
  )

  async function run() {
    const self = Symbol(fileName)
    const isOver = () => current.current !== self
    current.current = self
    setFailed(false)
    setProgress({ done: 0, total: undefined })
    try {
      const lines = [CSV_START, csvLines([columns.map(({ heading }) => heading)])]
      let done = 0
      for await (const { rows, total } of parts()) {
        if (isOver()) return
        const before = done
        lines.push(csvLines(rows.map((row, index) => columns.map(({ value }) => value(row, before + index + 1)))))
        done += rows.length
        setProgress({ done, total })
      }
      if (!isOver()) download({ parts: lines, fileName: `${fileName}.csv`, type: 'text/csv' })
    } catch (problem) {
      console.error('An export failed', problem)
      if (!isOver()) setFailed(true)
    } finally {
      if (!isOver()) setProgress(undefined)
    }
  }

  function stop() {
    current.current = undefined
    setProgress(undefined)
  }

  const said = progress ? saidOf(progress) : ''
  return (
    <div className={styles.export}>
      {progress ? (
        <>
          <progress className={styles.bar} aria-label={said} value={progress.done} max={progress.total} />
          <span className={styles.said}>{said}</span>
          <Button variant="default" onClick={stop}>
            {text.stop}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          aria-label={text.of(of)}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => void run()}
        >
          {text.button}
        </Button>
      )}
      <span role="alert" className={styles.failed}>
        {failed ? text.failed : ''}
      </span>
    </div>
  )
}

const saidOf = ({ done, total }: Progress): string => (total ? text.progressOf(done, total) : text.progress(done))
