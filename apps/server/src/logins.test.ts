import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { init } from './cli/init.ts'
import { startTrefoil } from './start.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { shareTestServer } from './testing/server.ts'
import { testSettings } from './testing/settings.ts'
import { asApplication } from './db/database.ts'
import { bringUpToDate, type Logins } from './db/logins.ts'
import { migrate } from './db/migrate.ts'

const server = await shareTestServer()

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Both logins to a database of the test's own. */
async function newDatabase({ template, version }: { template?: string; version?: number } = {}) {
  const name = `test-${randomUUID()}`
  const owner = await createDatabase(inject('postgresUrl'), { name, ...(template && { template }) })
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  if (version !== undefined) await migrate(owner, { upTo: version })
  const settings = testSettings({ databaseUrl: owner })
  return { name, owner, settings, logins: { url: settings.databaseUrl!, ownerUrl: owner } satisfies Logins }
}

const versionIn = async (url: string) =>
  (await (await connected(url)).query<{ version: number }>('select max(number) as version from migration')).rows[0]
    ?.version

test.each(['set role none', 'reset role', 'set session authorization default', 'select 1'])(
  'on the application’s own connection, after "%s", nothing that was written can be altered',
  async (first) => {
    const client = await connected(asApplication(server.settings.databaseUrl!))
    await client.query(first)
    for (const statement of [
      'alter table audit_entry disable trigger all',
      'alter table entry disable trigger user',
      'update entry set amount = amount + 1',
      'update journal set amount = amount',
      'delete from entry',
      'delete from audit_entry',
      'truncate entry cascade',
      'drop table entry cascade',
      'create trigger mine before update on entry for each row execute function suppress_redundant_updates_trigger()',
      'alter table entry owner to trefoil_app',
      'drop schema public cascade',
      'set session_replication_role = replica',
      'alter role trefoil_app superuser',
      'set role trefoil',
      'set session authorization trefoil',
      'grant trefoil to trefoil_app',
    ])
      await expect(client.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner|only roles with/i,
      )
  },
)

test('the server runs as a login that is nobody else', async () => {
  const client = await connected(server.settings.databaseUrl!)
  const { rows } = await client.query(`
    select session_user::text as login, current_user::text as acting, rolsuper, rolcreaterole, rolcreatedb,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships
    from pg_roles r where rolname = session_user`)
  expect(rows).toEqual([
    {
      login: 'trefoil_app',
      acting: 'trefoil_app',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      memberships: 0,
    },
  ])
})

const POWERS: [string, (role: string, database: string) => string, RegExp][] = [
  ['a superuser', (role) => `alter role ${role} superuser`, /which is a superuser/],
  ['a maker of roles', (role) => `alter role ${role} createrole`, /can give itself other roles/],
  ['a member of the owner', (role) => `grant trefoil to ${role}`, /which is a superuser/],
  ['who may update entries', (role) => `grant update on entry to ${role}`, /may change entry/],
  ['who may update one column', (role) => `grant update (amount) on journal to ${role}`, /may change journal/],
  ['who may add triggers', (role) => `grant trigger on audit_entry to ${role}`, /may change audit_entry/],
  ['who may write everything', (role) => `grant pg_write_all_data to ${role}`, /may change audit_entry/],
  ['who may run programs', (role) => `grant pg_execute_server_program to ${role}`, /can write files on the server/],
  ['the owner of a table', (role) => `alter table recovery_code owner to ${role}`, /owns tables/],
  ['the owner of the schema', (role) => `alter schema public owner to ${role}`, /owns the schema/],
  ['the owner of the database', (role, name) => `alter database "${name}" owner to ${role}`, /owns the database/],
]

test.each(POWERS)('the server refuses to run as %s', async (_, grant, sentence) => {
  const { name, owner, settings } = await newDatabase({ template: 'pattern' })
  const role = `"role-${randomUUID()}"`
  const admin = new pg.Client({ connectionString: owner })
  await admin.connect()
  onTestFinished(async () => {
    await admin.query(`reassign owned by ${role} to trefoil; drop owned by ${role}; drop role ${role}`)
    await admin.end()
  })
  await admin.query(`create role ${role} login password 'word' in role trefoil_app`)
  const login = Object.assign(new URL(owner), { username: role.slice(1, -1), password: 'word' }).href
  // A member of the application's role has its rights and no others.
  await bringUpToDate({ url: login, ownerUrl: undefined })
  await admin.query(grant(role, name))
  await expect(startTrefoil({ ...settings, databaseUrl: login })).rejects.toThrow(sentence)
})

test('an owner who can do nothing else migrates, and the application works', async () => {
  const [role, name] = [`owner-${randomUUID()}`, `test-${randomUUID()}`]
  const admin = await connected(inject('postgresUrl'))
  await admin.query(`create role "${role}" login password 'word'`)
  await admin.query(`create database "${name}" owner "${role}" template template0`)
  onTestFinished(async () => {
    await dropDatabase(inject('postgresUrl'), name)
    const last = new pg.Client({ connectionString: inject('postgresUrl') })
    await last.connect()
    await last.query(`drop role "${role}"`)
    await last.end()
  })
  const place = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
  const owner = Object.assign(new URL(place), { username: role, password: 'word' }).href
  const settings = { ...testSettings({ databaseUrl: place }), databaseOwnerUrl: owner, production: true }
  const founders = await init(settings, { rootEmail: 'root@example.org', operatorEmail: 'me@example.org' })
  expect(founders).toHaveLength(2)
})

test('without the owner nothing migrates: a database that is behind ends the start in one sentence', async () => {
  const { owner, settings } = await newDatabase({ version: 22 })
  const alone = { ...settings, databaseOwnerUrl: undefined }
  await expect(startTrefoil(alone)).rejects.toThrow(
    /^The database is at version 22, and this program needs \d+: run `npm run trefoil -- migrate` with DATABASE_OWNER_URL\.$/,
  )
  expect(await versionIn(owner)).toBe(22)
  await migrate(owner)
  const { url, ownerUrl } = { url: settings.databaseUrl!, ownerUrl: undefined }
  expect(await bringUpToDate({ url, ownerUrl })).toBe(await versionIn(owner))
})

test('without the owner an empty database stays empty', async () => {
  const { owner, settings } = await newDatabase()
  await expect(startTrefoil({ ...settings, databaseOwnerUrl: undefined })).rejects.toThrow(
    /^The database is empty: run/,
  )
  const { rows } = await (
    await connected(owner)
  ).query(`select from pg_class where relnamespace = 'public'::regnamespace`)
  expect(rows).toEqual([])
})

test('two logins to two databases are refused', async () => {
  const [one, two] = [await newDatabase({ template: 'pattern' }), await newDatabase()]
  await migrate(two.owner)
  await expect(bringUpToDate({ url: one.logins.url, ownerUrl: two.owner })).rejects.toThrow(/two different databases/)
})

test('a login with a wrong password gets one sentence', async () => {
  const { settings } = await newDatabase({ template: 'pattern' })
  const url = Object.assign(new URL(settings.databaseUrl!), { password: 'wrong' }).href
  await expect(startTrefoil({ ...settings, databaseUrl: url })).rejects.toThrow(
    /^Cannot connect to the database: password .+ docs\/deploying\.md shows how trefoil_app gets its login\.$/,
  )
})

test('the application can read every table, as a backup does', async () => {
  const { rows } = await server.database.query(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not has_table_privilege('trefoil_app', oid, 'select')`)
  expect(rows).toEqual([])
})
