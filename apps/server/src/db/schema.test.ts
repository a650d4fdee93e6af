import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase, UNHURRIED } from '../testing/databases.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { openPool } from './database.ts'
import { migrate } from './migrate.ts'

const SNAPSHOT = new URL('../../../../docs/schema.sql', import.meta.url)

test('docs/schema.sql is what the migrations create', async () => {
  const name = `test-${randomUUID()}`
  const url = await createDatabase(inject('postgresUrl'), { name })
  const pool = openPool(url, 1, UNHURRIED)
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(inject('postgresUrl'), name)
  })
  await migrate(url)
  const made = await describeSchema(pool)
  expect(made, 'The schema has changed: renew docs/schema.sql with "npm run schema"').toBe(
    await readFile(SNAPSHOT, 'utf8'),
  )
})
