import { useState } from 'react'
import { showCount } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import { useProgrammesQuery, type ProgrammeVersion as Version } from './api.ts'
import { programmeCopy } from './copy.ts'
import { ProgrammeEditor } from './programme-editor.tsx'

const text = programmeCopy

export default function ProgrammePage() {
  const { data, isError, refetch } = useProgrammesQuery()
  const [draftOf, setDraftOf] = useState<Version>()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <DataTable
        caption={text.versions}
        columns={columnsWith({ current: data?.current ?? 0, onEdit: setDraftOf })}
        rows={data?.versions}
        rowKey={({ version }) => String(version)}
        emptyText={operatorCopy.common.none}
        failure={{ isError, onRetry: refetch }}
      />
      {draftOf ? (
        <ProgrammeEditor
          key={draftOf.version}
          version={draftOf.version}
          rules={draftOf.rules}
          onClose={() => setDraftOf(undefined)}
        />
      ) : null}
    </div>
  )
}

const columnsWith = ({
  current,
  onEdit,
}: {
  current: number
  onEdit: (version: Version) => void
}): Column<Version>[] => [
  { heading: text.version, cell: ({ version }) => `${text.version} ${version}`, card: 'title' },
  {
    heading: operatorCopy.common.state,
    cell: ({ version }) =>
      version === current ? (
        <StatusDot tone="positive">{text.current}</StatusDot>
      ) : (
        <StatusDot tone={version > current ? 'pending' : 'calm'}>
          {version > current ? text.future : text.past}
        </StatusDot>
      ),
    card: 'value',
  },
  { heading: text.activeFrom, cell: ({ active_from }) => showInstant(active_from), breaks: 'moment' },
  {
    heading: text.causePercent,
    cell: ({ cause_percent }) => text.percent(cause_percent),
    align: 'end',
    card: 'labelled',
  },
  { heading: text.donations, cell: ({ donations }) => showCount(donations), align: 'end', card: 'labelled' },
  {
    heading: operatorCopy.common.actions,
    card: 'actions',
    cell: (version) => (
      <SmallButton label={text.editOf(version.version)} onClick={() => onEdit(version)}>
        {text.edit}
      </SmallButton>
    ),
  },
]
