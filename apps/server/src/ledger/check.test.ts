import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lookInto } from '../testing/invariants.ts'
import { shareTestServer } from '../testing/server.ts'
import { check, FROM_THE_START, type Verdict } from './check.ts'
import { inOneView } from './view.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const BOUNDS = { timeoutMs: 30_000, memory: '64MB' } as const

const SLOW = { name: 'slow', elsewhere: 'select 1 from pg_sleep(0.3)' }
const QUICK = { name: 'quick', elsewhere: 'select 1 where false' }
const BROKEN = { name: 'broken', elsewhere: 'select 1 from generate_series(1, 1) n where 1 / (n - n) > 0' }

test('a second connection sees the books as the first one did', async () => {
  const count = sql<{ count: number }>`select count(*)::int from installation where key = 'later'`
  const seen = await inOneView(db, BOUNDS, async ({ another }) => {
    await server.database.query(`insert into installation (key, value) values ('later', '{}')`)
    return another((tx) => count.execute(tx))
  })
  expect(seen.rows).toEqual([{ count: 0 }])
  expect((await count.execute(db)).rows).toEqual([{ count: 1 }])
})

test('checks run two at a time: each verdict is heard when it is known, and they end up in order', async () => {
  const heard: string[] = []
  const found = await inOneView(db, BOUNDS, (view) =>
    check(view, [SLOW, QUICK], { from: FROM_THE_START, atOnce: 2, onChecked: ({ name }) => heard.push(name) }),
  )
  expect(heard).toEqual(['quick', 'slow'])
  expect(found).toEqual<Verdict[]>([
    { name: 'slow', violations: 1 },
    { name: 'quick', violations: 0 },
  ])
})

test('a check that fails ends the others, and their connections are free again', async () => {
  const heard: string[] = []
  const checking = inOneView(db, BOUNDS, (view) =>
    check(view, [SLOW, BROKEN, QUICK, QUICK], {
      from: FROM_THE_START,
      atOnce: 2,
      onChecked: ({ name }) => heard.push(name),
    }),
  )
  await expect(checking).rejects.toThrow('division by zero')
  expect(heard).toEqual(['slow'])
  await expect(Promise.all([1, 2].map(() => sql`select pg_sleep(0.1)`.execute(db)))).resolves.toHaveLength(2)
})
