import { showCount } from '../../../lib/formats.ts'
import { Explained } from '../../../ui/explained.tsx'
import { reportsCopy } from '../copy.ts'
import styles from './member-figures.module.css'
import { nameOf } from './member-words.ts'
import type { MemberFacts } from './team-tree.ts'

const text = reportsCopy.tree

/** Where the chosen member's figures open their sheets: neither a tooltip nor a line of a tree can hold buttons. */
export function MemberFigures({ facts, isRoot }: { facts: MemberFacts; isRoot: boolean }) {
  const of = isRoot ? {} : { member: facts.ref }
  return (
    <section aria-label={text.chosen} className={styles.figures}>
      <p className={styles.name}>{isRoot ? text.you : nameOf(facts.name)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{text.stageLabel}</dt>
          <dd>
            <Explained figure={isRoot ? 'stage' : 'member_stage'} of={of}>
              {facts.stage}
            </Explained>
          </dd>
        </div>
        {isRoot ? null : (
          <div>
            <dt>{text.level}</dt>
            <dd>
              <Explained figure="member_level" of={of}>
                {facts.level}
              </Explained>
            </dd>
          </div>
        )}
        <div>
          <dt>{text.team}</dt>
          <dd>
            <Explained figure={isRoot ? 'network_size' : 'member_team'} of={of}>
              {showCount(facts.team_size)}
            </Explained>
          </dd>
        </div>
      </dl>
    </section>
  )
}
