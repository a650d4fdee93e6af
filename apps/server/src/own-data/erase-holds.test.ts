import { expect, test } from 'vitest'
import { LOCKS } from '../db/database.ts'
import { fundedMember } from '../testing/money.ts'
import { PASSCODE } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

test('a security hold that begins while an erasure waits for the ledger still stops it', async () => {
  const { visitor, id, email } = await fundedMember(server, 0)
  const other = await server.database.connect()
  try {
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock($1, $2)', [LOCKS.space, LOCKS.ledger])
    const asked = visitor.post('/api/users/data/erase', { password: PASSCODE, confirmation: 'ERASE' })
    const isWaiting = async () =>
      (
        await server.database.query(
          `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and not granted
             and database = (select oid from pg_database where datname = current_database())`,
          [LOCKS.space, LOCKS.ledger],
        )
      ).rowCount
    await expect.poll(isWaiting).toBe(1)
    await server.database.query(`update account set security_hold_until = now() + interval '1 day' where id = $1`, [id])
    await other.query('commit')
    const { status, body } = await asked
    expect([status, body.code]).toEqual([403, 'security_hold'])
    expect(body.message).toMatch(/nothing can be erased until \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  } finally {
    other.release()
  }
  const { rows } = await server.database.query(
    'select email, closed from account join member_balance on member_id = id where id = $1',
    [id],
  )
  expect(rows).toEqual([{ email, closed: false }])
})
