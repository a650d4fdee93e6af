import type { ReactNode } from 'react'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { reportsCopy } from '../copy.ts'
import { MemberFigures } from './member-figures.tsx'
import { TreeSearch } from './tree-search.tsx'
import styles from './tree-frame.module.css'
import type { useTeamTree } from './use-team-tree.ts'

const text = reportsCopy.tree

/** `chosen`: whose figures can be opened; before anybody was chosen, the viewer's. */
type TreeFrameProps = {
  team: ReturnType<typeof useTeamTree>
  isDark?: boolean
  chosen?: string | undefined
  children: ReactNode
}

/** The search above a tree, and a message while there is no tree. */
export function TreeFrame({ team, isDark = false, chosen, children }: TreeFrameProps) {
  const { tree } = team
  if (tree) {
    const facts = tree.branches.get(chosen ?? tree.root)?.facts
    return (
      <div className={styles.frame}>
        <TreeSearch onPick={team.openPath} />
        {facts ? <MemberFigures facts={facts} isRoot={facts.ref === tree.root} /> : null}
        {children}
      </div>
    )
  }
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
