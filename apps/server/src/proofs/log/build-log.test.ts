import { createHash } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { bytesToHex } from '@trefoil/core/proofs/bytes'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { openLogScene, type LogScene } from '../../testing/log-scene.ts'
import { until } from '../../testing/until.ts'
import { AuditHorizon } from './audit-horizon.ts'
import { readLogHead } from './head.ts'
import { openLogKey, readKept } from './key-file.ts'
import { findLog } from './sign.ts'
import { takeLogStep } from './step.ts'
import { readRoot } from './tree.ts'

const DEMO = { production: false }

let at: LogScene
beforeEach(async () => {
  at = await openLogScene()
})

const write = (client: pg.ClientBase | pg.Pool, why: string) =>
  client.query<{ id: string }>(`insert into audit_entry (action, why) values ('settings.change', $1) returning id`, [
    why,
  ])

const leavesOf = async (kind: number): Promise<{ index: number; id: number }[]> => {
  const { rows } = await at.owner.query<{ index: number; id: number }>(
    `select (first_index + n)::int as index, (first_id + n)::int as id
     from proof_log_run cross join generate_series(0, count - 1) n where kind = $1 order by 1`,
    [kind],
  )
  return rows
}

test('pages of entries have summaries before their entries are entered', async () => {
  await at.post(3)
  await at.owner.query(
    `select brin_desummarize_range('entry_by_journal', page)
       from generate_series(0, pg_relation_size('entry') / current_setting('block_size')::int - 1) page`,
  )
  await takeLogStep(at.stepping)
  const { rows } = await at.owner.query(`select brin_summarize_new_values('entry_by_journal') as missing`)
  expect(rows).toEqual([{ missing: 0 }])
})

test('every journal is in the log once, in order', async () => {
  await at.post(9)
  // Steps of any size lead to the same leaves.
  for (const journalsMax of [1, 2, 4]) await takeLogStep(at.stepping, { journalsMax })
  const { size } = await at.build()
  const { rows } = await at.owner.query<{ id: number }>('select id::int from journal order by id')
  expect((await leavesOf(1)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  const { rows: leaves } = await at.owner.query<{ count: number }>(
    'select sum(octet_length(hashes) / 32)::int as count from proof_log_tile where level = 0',
  )
  expect(leaves[0]!.count).toBe(size)
})

test('a crash within a step leaves nothing of it, and the next one repeats it', async () => {
  await at.post(3)
  await at.build()
  const before = await at.owner.query('select size, journal_id from proof_log_progress')
  await at.post(3)
  const dying = new Proxy(at.client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name) as unknown
      return (query: unknown, values?: unknown[]) => {
        if (typeof query === 'string' && query.startsWith('update proof_log_progress')) throw new Error('killed')
        return target.query(query as string, values)
      }
    },
  })
  await expect(takeLogStep({ ...at.stepping, client: dying })).rejects.toThrow('killed')
  const after = await at.owner.query('select size, journal_id from proof_log_progress')
  expect(after.rows).toEqual(before.rows)
  await at.build()
  const ids = (await leavesOf(1)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const { rows } = await at.owner.query<{ count: number }>('select count(*)::int from journal')
  expect(ids).toHaveLength(rows[0]!.count)
})

test('audit entries are in the order of their commits, and none is left out', async () => {
  await at.build()
  const slow = await at.owner.connect()
  await slow.query('begin')
  const late = Number((await write(slow, 'late')).rows[0]!.id)
  const early = Number((await write(at.owner, 'early')).rows[0]!.id)
  expect(late).toBeLessThan(early)
  await at.build()
  await slow.query('commit')
  slow.release()
  await at.build()
  const ids = (await leavesOf(2)).map(({ id }) => id)
  expect(ids.slice(-2)).toEqual([early, late])
})

test('no audit entry can appear below the horizon', async () => {
  const sure = { sureAfterMs: 0 }
  const horizon = new AuditHorizon()
  const slow = await at.owner.connect()
  await slow.query('begin')
  await write(slow, 'late')
  const { id } = (await write(at.owner, 'early')).rows[0]!
  for (let look = 0; look < 3; look++)
    expect(BigInt((await horizon.advance(at.client, sure)) ?? 0)).toBeLessThan(BigInt(id))
  await slow.query('commit')
  slow.release()
  // Transactions in other databases of the same server count, too.
  await until(async () => (await horizon.advance(at.client, sure)) === id)
  // Long enough for a statement that had a number, but no transaction yet.
  expect(await new AuditHorizon().advance(at.client)).toBeUndefined()
})

test('every version of the programme is in the log', async () => {
  await at.build()
  const { rows } = await at.owner.query<{ version: number }>('select version from programme order by version')
  expect((await leavesOf(3)).map(({ id }) => id)).toEqual(rows.map(({ version }) => version))
})

test('the head is the newest signed checkpoint, once it holds a journal', async () => {
  expect(await readLogHead(at.db, 1n)).toBeUndefined()
  const { size, root } = await at.build()
  const { rows } = await at.owner.query<{ last: string }>('select max(id) as last from journal')
  const last = BigInt(rows[0]!.last)
  const head = { size: BigInt(size), root }
  expect(await readLogHead(at.db, last)).toEqual(head)
  // It is entered, but not signed.
  await at.post(2)
  await takeLogStep(at.stepping)
  expect(await readLogHead(at.db, last)).toEqual(head)
  expect(await readLogHead(at.db, last + 1n)).toBeUndefined()
  await at.build()
  expect(await readLogHead(at.db, last + 1n)).toBeDefined()
})

test('without a journal, the head is that of the empty log', async () => {
  expect(await readLogHead(at.db, 0n)).toEqual({ size: 0n, root: createHash('sha256').digest() })
})

test('a process that ends between keeping and storing a checkpoint goes on with the same log', async () => {
  await at.build()
  await at.post(2)
  await takeLogStep(at.stepping)
  const note = await readKept(at.key)
  await at.build()
  const ahead = (await readKept(at.key))!
  expect(ahead).not.toBe(note)
  await at.owner.query('alter table proof_log disable trigger user')
  await at.owner.query('update proof_log set size = size - 2')
  expect(await findLog(at.signing)).toEqual({ number: 1 })
})

test('a database that was set back opens a new log, which names what there is of the old one', async () => {
  await at.post(3)
  const old = await at.build()
  const saved = await at.owner.query<{ size: string; journal_id: string }>('select * from proof_log_progress')
  await at.post(3)
  await at.build()
  // As an older copy of the database has it.
  await at.owner.query('alter table proof_log disable trigger user')
  await at.owner.query('alter table proof_log_tile disable trigger user')
  await at.owner.query('update proof_log_tile set hashes = substring(hashes for $1 * 32)', [old.size])
  await at.owner.query('delete from proof_log_run where first_index >= $1', [old.size])
  await at.owner.query('update proof_log_run set count = least(count, $1 - first_index)', [old.size])
  await at.owner.query('update proof_log_progress set size = $1, journal_id = $2', [
    saved.rows[0]!.size,
    saved.rows[0]!.journal_id,
  ])
  await at.owner.query('update proof_log set size = $1, root = $2', [old.size, old.root])
  await at.owner.query('alter table proof_log enable trigger user')
  await at.owner.query('alter table proof_log_tile enable trigger user')

  const fresh = await at.build()
  expect(fresh.number).toBe(2)
  expect(fresh.previous).toMatchObject({ number: 1, size: old.size })
  expect(bytesToHex(await readRoot(at.client, old.size))).toBe(bytesToHex(old.root))
  // Once.
  await at.post(1)
  expect(await at.build()).toMatchObject({ number: 2, previous: { number: 1, size: old.size } })
})

test('a restored database opens a new log even if nothing is missing', async () => {
  const { size } = await at.build()
  await at.owner.query('update proof_log_progress set was_restored = true')
  expect(await at.build()).toMatchObject({ number: 2, size, previous: { number: 1, size } })
  expect(await at.build()).toMatchObject({ number: 2 })
})

test('a new log that was signed, but not stored, is not opened twice', async () => {
  await at.build()
  await at.owner.query('update proof_log_progress set was_restored = true')
  await at.build()
  await at.owner.query('delete from proof_log where number = 2')
  await at.owner.query('update proof_log_progress set was_restored = true')
  expect(await at.build()).toMatchObject({ number: 2, previous: { number: 1 } })
})

test('another key than the installation began with is refused, and so is one that others can read', async () => {
  await expect(openLogKey(at.db, `${at.key.file}-lost`, DEMO)).rejects.toThrow('cannot be read')
  const other = await openLogScene()
  await expect(openLogKey(at.db, other.key.file, DEMO)).rejects.toThrow('another key')
  await chmod(at.key.file, 0o644)
  await expect(openLogKey(at.db, at.key.file, DEMO)).rejects.toThrow('can be read by others')
})

test('production makes no key', async () => {
  await at.owner.query(`delete from installation where key = 'log key'`)
  const missing = openLogKey(at.db, `${at.key.file}-new`, { production: true })
  await expect(missing).rejects.toThrow('openssl genpkey -algorithm ed25519')
})

test('what is in the tree cannot be changed, only added to', async () => {
  await at.build()
  await expect(at.client.query('update proof_log_tile set hashes = sha256(hashes)')).rejects.toThrow('only grows')
  await expect(at.client.query('update proof_log set size = size - 1')).rejects.toThrow('only grows')
  await expect(at.client.query('delete from proof_log_tile')).rejects.toMatchObject({ code: '42501' })
})
