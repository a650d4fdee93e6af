import { expect, test } from 'vitest'
import { shareTestServer } from '../testing/server.ts'
import { binaryColumns, versionsIn } from './held-versions.ts'
import { HASHED_COLUMNS, OTHER_BINARY_COLUMNS, SEALED_COLUMNS } from './stored.ts'

const server = await shareTestServer()

test('every binary column is in a list: sealed, hashed, or not made with the secret', async () => {
  const listed = [
    ...SEALED_COLUMNS.flatMap(({ table, column, hash }) => [
      `${table}.${column}`,
      ...(hash ? [`${table}.${hash.column}`] : []),
    ]),
    ...HASHED_COLUMNS.map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(OTHER_BINARY_COLUMNS),
  ]
  const found = await binaryColumns((statement) => server.database.query(statement))
  expect([...found].toSorted(), 'list it in secrets/stored.ts').toEqual(listed.toSorted())
})

test('which versions are needed is read from an index, however many members there are', async () => {
  const client = await server.database.connect()
  await client.query('begin; set local enable_seqscan = off')
  const plans: string[] = []
  const explained = async (statement: string) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return client.query(statement)
  }
  for (const column of [...SEALED_COLUMNS, ...HASHED_COLUMNS.filter(({ until }) => until === undefined)])
    await versionsIn(explained, column)
  await client.query('rollback')
  client.release()
  for (const plan of plans) expect(plan).toMatch(/Index Scan|Index Only Scan/)
  expect(plans.filter((plan) => plan.includes('_version'))).toHaveLength(plans.length)
})
