import type { ReactNode } from 'react'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { reportsCopy } from '../copy.ts'
import { TreeSearch } from './tree-search.tsx'
import styles from './tree-frame.module.css'
import type { useTeamTree } from './use-team-tree.ts'

const text = reportsCopy.tree

type TreeFrameProps = { team: ReturnType<typeof useTeamTree>; isDark?: boolean; children: ReactNode }

/** The search above a tree, and a message while there is no tree. */
export function TreeFrame({ team, isDark = false, children }: TreeFrameProps) {
  if (team.tree)
    return (
      <div className={styles.frame}>
        <TreeSearch onPick={team.openPath} />
        {children}
      </div>
    )
  return (
    <div className={styles.state} data-dark={isDark}>
      {team.isLoading ? (
        <p role="status">{text.loading}</p>
      ) : team.isError ? (
        <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={team.refetch} />
      ) : (
        <p>{text.empty}</p>
      )}
    </div>
  )
}
