import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PASSCODE, signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()
const register = (name: string) =>
  server.visit().post('/api/users/register', { name, email: `${randomUUID()}@example.org`, password: PASSCODE })

const REFUSED = ['\u200b', 'Ada\u200b', '\u3164', '\u2800', 'Trefoil', 'TREFOIL support', 'Ｔｒｅｆｏｉｌ', 'Тrеfоіl']

test('nobody signs up with a name that is invisible or the product’s own', async () => {
  for (const name of REFUSED) {
    const { status, body } = await register(name)
    expect([status, body.code], JSON.stringify(name)).toEqual([422, 'invalid_name'])
  }
})

test('nor takes one later', async () => {
  const { visitor } = await signedIn(server)
  for (const name of REFUSED) {
    const { status, body } = await visitor.put('/api/users/profile', { name })
    expect([status, body.code], JSON.stringify(name)).toEqual([422, 'invalid_name'])
  }
  expect((await visitor.get('/api/users/profile')).body.data.profile.name).toBe('Test Person')
})

test('a name is stored composed, with single spaces', async () => {
  const { body } = await register(' Ame\u0301lie \u00a0 Moreno ')
  expect(body.user.name).toBe('Am\u00e9lie Moreno')
  const { visitor } = await signedIn(server)
  expect((await visitor.put('/api/users/profile', { name: 'Rene\u0301  B' })).status).toBe(200)
  expect((await visitor.get('/api/users/profile')).body.data.profile.name).toBe('Ren\u00e9 B')
})

test('who has the product’s name already may keep it', async () => {
  const { visitor, email } = await signedIn(server)
  await server.database.query(`update account set name = 'Trefoil' where email = $1`, [email])
  expect((await visitor.put('/api/users/profile', { name: 'Trefoil' })).status).toBe(200)
})
