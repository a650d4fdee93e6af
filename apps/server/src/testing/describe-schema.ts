import type pg from 'pg'

/** Skips objects that belong to an extension. */
const notOfExtension = (oid: string, catalogue: string) =>
  `not exists (select from pg_depend x where x.objid = ${oid} and x.classid = '${catalogue}'::regclass and x.deptype = 'e')`

/** Each returns the statements that create its kind of object, in an order that does not depend on oids. */
const STATEMENTS = [
  `select format('create extension %I;', extname) as line from pg_extension where extname <> 'plpgsql' order by extname`,

  `select format('create type %I as enum (%s);', t.typname,
      string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as line
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`,

  `select format(E'create table %I (\\n%s\\n)%s;', c.relname, (
      select string_agg('  ' || part.line, E',\\n' order by part.place, part.line collate "C") from (
        select a.attnum as place, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
          case when a.attcollation <> t.typcollation then 'collate ' || quote_ident(l.collname) end,
          case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
            when a.attidentity <> '' then
              'generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
            when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
          case when a.attnotnull then 'not null' end) as line
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_collation l on l.oid = a.attcollation
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        union all
        -- PostgreSQL 18 lists "not null" among the constraints; the columns have it already.
        select 10000 + strpos('pufcxt', k.contype::text), format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
        from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'
      ) part), ' with (' || array_to_string(c.reloptions, ', ') || ')') as line
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,

  `select pg_get_indexdef(i.indexrelid) || ';' as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.relname`,

  `select format('create view %I as %s', c.relname, pg_get_viewdef(c.oid)) as line
    from pg_class c where c.relkind in ('v', 'm') and c.relnamespace = 'public'::regnamespace order by c.relname`,

  `select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
    where p.pronamespace = 'public'::regnamespace and ${notOfExtension('p.oid', 'pg_proc')} and p.prokind <> 'a'
    order by p.proname, pg_get_function_identity_arguments(p.oid) collate "C"`,

  `select format('create aggregate %s (sfunc = %s, stype = %s, initcond = %L);', p.oid::regprocedure, a.aggtransfn::regproc,
      format_type(a.aggtranstype, null), a.agginitval) as line
    from pg_proc p join pg_aggregate a on a.aggfnoid = p.oid
    where p.pronamespace = 'public'::regnamespace and ${notOfExtension('p.oid', 'pg_proc')}
    order by p.proname`,

  `select pg_get_triggerdef(t.oid) || ';' as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by c.relname, t.tgname`,

  `select format('grant %s on %I to %s;', string_agg(lower(g.privilege_type), ', ' order by g.privilege_type), c.relname,
      case g.grantee when 0 then 'public' else pg_get_userbyid(g.grantee)::text end) as line
    from pg_class c, aclexplode(c.relacl) g
    where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
    group by c.relname, g.grantee order by c.relname, g.grantee::regrole::text collate "C"`,

  `select format('grant %s (%s) on %I to %s;', lower(g.privilege_type), string_agg(quote_ident(a.attname), ', ' order by a.attnum),
      c.relname, pg_get_userbyid(g.grantee)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
    where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
    group by c.relname, g.grantee, g.privilege_type order by c.relname, g.grantee::regrole::text collate "C", g.privilege_type collate "C"`,

  `select format('revoke execute on function %s from public;', p.oid::regprocedure) as line from pg_proc p
    where p.pronamespace = 'public'::regnamespace and ${notOfExtension('p.oid', 'pg_proc')} and p.proacl is not null
      and not exists (select from aclexplode(p.proacl) g where g.grantee = 0) order by p.oid::regprocedure::text collate "C"`,

  `select format('grant execute on function %s to %I;', p.oid::regprocedure, pg_get_userbyid(g.grantee)) as line
    from pg_proc p, aclexplode(p.proacl) g
    where p.pronamespace = 'public'::regnamespace and ${notOfExtension('p.oid', 'pg_proc')}
      and g.grantee not in (0, p.proowner) order by p.oid::regprocedure::text collate "C", g.grantee::regrole::text collate "C"`,
]

const HEADER = `-- The schema that the migrations create. Written by "npm run schema"; a test compares the two.`

/** The schema `public` as SQL for reading. */
export async function describeSchema(client: Pick<pg.Client, 'query'>): Promise<string> {
  // Definitions qualify names that are not on the search path.
  await client.query('set search_path to public')
  const parts: string[] = [HEADER]
  for (const statement of STATEMENTS) {
    const { rows } = await client.query<{ line: string }>(statement)
    const lines = rows.map(({ line }) => line.trim())
    parts.push(lines.join(lines.some((line) => line.includes('\n')) ? '\n\n' : '\n'))
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}
