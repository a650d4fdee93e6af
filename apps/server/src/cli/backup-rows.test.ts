import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { testSettings } from '../testing/settings.ts'
import { backup } from './backup.ts'
import { PLAIN } from './backup-files.ts'

/** The message that ends a copy. How many rows there were is in the next one. */
const COPY_DONE = Buffer.from('6300000004', 'hex')
const LATE_MS = 30

/** A network that delivers the end of a copy before the number of its rows. Answers the URL by way of it. */
async function splitAfterCopies(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    client.on('error', () => server.destroy())
    client.pipe(server)
    void answer(client, server)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  return Object.assign(new URL(url), { port: String((proxy.address() as AddressInfo).port) }).href
}

async function answer(client: Socket, server: Socket): Promise<void> {
  for await (const chunk of server as AsyncIterable<Buffer>) {
    const at = chunk.indexOf(COPY_DONE)
    const end = at < 0 ? chunk.length : at + COPY_DONE.length
    client.write(chunk.subarray(0, end))
    if (end === chunk.length) continue
    await sleep(LATE_MS)
    client.write(chunk.subarray(end))
  }
  client.end()
}

test('a backup counts its rows, however late the database says how many they are', async () => {
  const name = `test-${randomUUID()}`
  const url = await createDatabase(inject('postgresUrl'), { name, template: 'migrated' })
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { tables } = await backup(testSettings({ databaseUrl: await splitAfterCopies(url) }), folder, PLAIN)
  const counted: Record<string, number> = {}
  for (const table of tables)
    counted[table.name] = (await readFile(join(folder, `${table.name}.copy`), 'utf8')).split('\n').length - 1
  expect(Object.fromEntries(tables.map(({ name: table, rows }) => [table, rows]))).toEqual(counted)
  expect(Object.values(counted).some((count) => count > 0)).toBe(true)
})

test('a backup does not say where the running poster takes orders, nor under which secret', async () => {
  const name = `test-${randomUUID()}`
  const url = await createDatabase(inject('postgresUrl'), { name, template: 'migrated' })
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into poster_endpoint (host, port, secret) values ('127.0.0.1', 1, '\\xc0ffee')`)
  await client.end()
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { tables } = await backup(testSettings({ databaseUrl: url }), folder, PLAIN)
  expect(tables.map(({ name: table }) => table)).not.toContain('poster_endpoint')
})
