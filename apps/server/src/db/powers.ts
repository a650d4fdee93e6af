import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { APPLICATION } from './database.ts'

/**
 * What is written in these stays as it is. The others that stay have the same owner, so nobody who cannot alter these
 * can disable a trigger there.
 */
const KEPT = ['journal', 'entry', 'donation', 'audit_entry', 'auth_event']

/**
 * Everything that this login is, or could become with `set role` or by giving itself a role. A superuser is a member of
 * every role, and the owner of the database also of the schema's owner, who could drop its tables.
 */
const POWERS = `
  with can_be as (select oid, rolname, rolsuper, rolcreaterole from pg_roles where pg_has_role(session_user, oid, 'member')),
    kept as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1))
  select session_user::text as login, case
    when exists (select from can_be where rolsuper) then 'is a superuser'
    when exists (select from can_be where rolcreaterole) then 'can give itself other roles'
    when exists (select from can_be where rolname in ('pg_execute_server_program', 'pg_write_server_files'))
      then 'can write files on the server'
    when exists (select from pg_database d join can_be on can_be.oid = d.datdba where d.datname = current_database())
      then 'owns the database'
    when exists (select from pg_namespace n join can_be on can_be.oid = n.nspowner where n.nspname = 'public')
      then 'owns the schema'
    when exists (select from pg_class c join can_be on can_be.oid = c.relowner
        where c.relnamespace = 'public'::regnamespace) then 'owns tables'
    else (select 'may change ' || min(relname::text) from kept, can_be
      where has_table_privilege(can_be.oid, kept.oid, 'update, delete, truncate, trigger')
        or has_any_column_privilege(can_be.oid, kept.oid, 'update'))
  end as power`

/** The database is the last guard of the ledger, and guards nothing from its owner. */
export async function refusePowerful(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string; power: string | null }>(POWERS, [KEPT])
  const [found] = rows
  if (found?.power !== null)
    throw new StartError(
      `DATABASE_URL logs in as "${found?.login}", which ${found?.power} and so could alter the ledger: ` +
        `let it log in as ${APPLICATION} (docs/deploying.md shows how).`,
    )
}
