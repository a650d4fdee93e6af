import type pg from 'pg'

export type CountedStatement = { text: string; calls: number; plans: number }

/** Has PostgreSQL count what some connections do, where `countStatements` is called. */
export const PRELOADED = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
  'pg_stat_statements.track_planning': 'on',
  'pg_stat_statements.track_utility': 'off',
}

/**
 * From now on, PostgreSQL counts how often each statement of new connections with this name is planned and run, those
 * inside of functions included.
 */
export async function countStatements(owner: pg.Pool, name: string): Promise<void> {
  await owner.query(`
    create extension pg_stat_statements;
    create function count_statements() returns event_trigger language plpgsql security definer as $$ begin
      if current_setting('application_name') = '${name}' then
        perform set_config('pg_stat_statements.track', 'all', false);
      end if;
    end $$;
    create event trigger count_statements on login execute function count_statements()`)
}

export async function countedStatements(owner: pg.Pool): Promise<CountedStatement[]> {
  const { rows } = await owner.query<CountedStatement>(`
    select query as text, sum(calls)::int as calls, sum(plans)::int as plans from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database()) group by query`)
  return rows
}
