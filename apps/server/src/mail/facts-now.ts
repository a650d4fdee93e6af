import { sql } from 'kysely'

/** The facts of an outbox row `m`, with what an update of a cause says now: it may have been corrected or withdrawn. */
export const FACTS_NOW = sql`case when m.kind = 'cause update' then m.facts || coalesce((
    select jsonb_build_object('title', r.title, 'withdrawn', r.title is null) from cause_update_revision r
    where r.update_id = (m.facts ->> 'update')::int order by r.revision desc limit 1
  ), '{}') else m.facts end`
