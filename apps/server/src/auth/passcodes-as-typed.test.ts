import { randomUUID } from 'node:crypto'
import { PASSCODE_COST } from '@trefoil/core/identity/passcode'
import { expect, test } from 'vitest'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer({ passcodeCost: PASSCODE_COST })

async function signUp(password: string): Promise<string> {
  const visitor = server.visit()
  const email = `${randomUUID()}@example.org`
  const { status, body } = await visitor.post('/api/users/register', { name: 'Test Person', email, password })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.user.user_pk
}

const opens = async (identifier: string, password: string): Promise<boolean> =>
  (await server.visit().post('/api/users/login', { identifier, password })).status === 200

test('a passcode is taken exactly as it was typed: case, spaces and its last character count', async () => {
  const passcode = ' Correct horse 7 battery staple '
  const key = await signUp(passcode)
  for (const other of [passcode.trim(), passcode.toLowerCase(), passcode.slice(0, -1), `${passcode} `])
    expect(await opens(key, other), JSON.stringify(other)).toBe(false)
  expect(await opens(key, passcode)).toBe(true)
})

test('a stored passcode is an argon2id hash that takes 19 MiB and two passes', async () => {
  await signUp('nobody else has this one')
  const { rows } = await server.database.query('select passcode_hash from account order by id desc limit 1')
  expect(rows[0].passcode_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('any characters make a passcode, and it may have 128 of them', async () => {
  const long = Array.from({ length: 16 }, () => randomUUID().slice(0, 8)).join('')
  for (const passcode of ['åßçđéƒ ģħíĵ ķļ 🐢🐇', 'only lower case words', long]) {
    const key = await signUp(passcode)
    expect(await opens(key, passcode), passcode).toBe(true)
  }
  expect(await opens(await signUp(long), long.slice(0, 127))).toBe(false)
})
