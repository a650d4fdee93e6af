import type pg from 'pg'

/**
 * Longer than any statement runs: a transaction has its number by then, if it is to commit what it has numbered.
 */
const SURE_AFTER_MS = 60_000

type Look = { id: string; before: bigint; at: number }

/**
 * Up to which number no audit entry can appear any more. Numbers are given out before the commit, so a lower one may
 * follow a higher one: until every transaction has ended that was running when the higher one was seen.
 */
export class AuditHorizon {
  #looks: Look[] = []

  /** Undefined: no further than before. */
  async advance(client: pg.ClientBase, { sureAfterMs = SURE_AFTER_MS } = {}): Promise<string | undefined> {
    const { rows } = await client.query<{ id: string | null; oldest: string; next: string }>(
      `select (select max(id) from audit_entry) as id, pg_snapshot_xmin(now)::text as oldest, pg_snapshot_xmax(now)::text as next
       from pg_current_snapshot() as now`,
    )
    const [seen] = rows
    if (!seen || seen.id === null) return undefined
    const now = Date.now()
    const sure = this.#looks.findLast(({ before, at }) => before <= BigInt(seen.oldest) && now - at >= sureAfterMs)
    this.#looks = this.#looks.filter((look) => sure === undefined || look.at > sure.at)
    const last = this.#looks.at(-1)
    if (last?.id !== seen.id) this.#looks.push({ id: seen.id, before: BigInt(seen.next), at: now })
    return sure?.id
  }
}
