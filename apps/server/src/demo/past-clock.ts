import type pg from 'pg'
import { sql } from 'kysely'
import { withOptions } from '../db/connection.ts'
import type { Reader } from '../db/database.ts'

/**
 * The seed's own clock. While the schema `past` exists, sessions with it first in their search path read `now()` from
 * its table; all others, and so all requests, read the real one. Journals of one batch are `step` apart, in the order
 * of their ids.
 */
const SCHEMA = `
  create schema past;
  create table past.clock (at timestamptz not null, step interval not null);
  insert into past.clock values (now(), '0');
  create sequence past.tick minvalue 0;
  create function past.now() returns timestamptz language sql stable as 'select at from past.clock';
  create function past.statement_timestamp() returns timestamptz language sql volatile
    as $$ select at + step * nextval('past.tick') from past.clock $$;
  grant usage on schema past to trefoil_app;
  grant select, update on past.clock to trefoil_app;
  grant usage, update on sequence past.tick to trefoil_app;`

export async function openPast(owner: pg.ClientBase, since: Date): Promise<void> {
  await owner.query(SCHEMA)
  // The rules were in force from the first day.
  await owner.query('update programme set active_from = $1', [since])
}

export const closePast = async (owner: pg.ClientBase): Promise<void> => {
  await owner.query('drop schema if exists past cascade')
}

/** Without synchronous commits: a past lost in a crash is made again. */
export const inThePast = (url: string): string =>
  withOptions(url, { search_path: 'past,pg_catalog,public', synchronous_commit: 'off' })

export async function setClock(db: Reader, at: Date, stepMs = 0): Promise<void> {
  await sql`
    with moved as (update past.clock set at = ${at}, step = make_interval(secs => ${stepMs / 1000}) returning at)
    select setval('past.tick', 0, false) from moved`.execute(db)
}
