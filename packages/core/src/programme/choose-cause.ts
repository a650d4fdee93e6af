import type { CauseId } from '../ledger/account.ts'
import { Refusal } from '../refusal.ts'
import type { Programme } from './programme.ts'

/** Who receives donations: as much as a decision needs to know. */
export type Cause = {
  readonly id: CauseId
  /** As requests and addresses name it. */
  readonly slug: string
  readonly name: string
  readonly state: CauseState
}

export type CauseState = 'draft' | 'open' | 'closed'

export type Causes = {
  readonly bySlug: ReadonlyMap<string, Cause>
  readonly byId: ReadonlyMap<CauseId, Cause>
}

export const causesFrom = (causes: readonly Cause[]): Causes => ({
  bySlug: new Map(causes.map((cause) => [cause.slug, cause])),
  byId: new Map(causes.map((cause) => [cause.id, cause])),
})

/** The cause that a donation names, or the programme's. A draft is nobody's business yet. */
export function chooseCause(causes: Causes, programme: Programme, slug: string | undefined): Cause {
  const chosen = slug === undefined ? causes.byId.get(programme.defaultCause) : causes.bySlug.get(slug)
  if (!chosen || chosen.state === 'draft') throw new Refusal('unknown_cause', 'There is no such cause')
  if (chosen.state === 'closed')
    throw new Refusal(
      'wrong_state',
      `${chosen.name} is closed: it takes no more donations. Please choose another cause`,
      { name: 'cause_closed', values: { cause: chosen.name } },
    )
  return chosen
}
