import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { newMember, PASSCODE, signedIn, signIn } from '../testing/people.ts'
import { shareTestServer, startBeside } from '../testing/server.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()

const SESSIONS = '/api/users/sessions'
const PROFILE = '/api/users/profile'
const REFRESH = '/api/v1/auth/refresh-token'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 <b>Call 555</b>'

type Listed = { id: string; device: string; network: string; last_used_at: string; current: boolean }

const listed = async (visitor: Visitor): Promise<Listed[]> => (await visitor.get(SESSIONS)).body.data.sessions

async function alsoIn(privateKey: string, { from = '127.0.0.1', agent = FIREFOX } = {}): Promise<Visitor> {
  const visitor = server.visit({ from })
  const body = JSON.stringify({ identifier: privateKey, password: PASSCODE })
  const answer = await visitor.send('POST', '/api/users/login', { body, headers: { 'user-agent': agent } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  visitor.token = answer.body.token
  return visitor
}

test('a member sees where they are signed in: device, subnet, last use, and which one this is', async () => {
  const { visitor, privateKey } = await signedIn(server)
  await alsoIn(privateKey, { from: '127.3.2.1' })
  const sessions = await listed(visitor)
  expect(sessions).toMatchObject([
    { device: 'Unknown browser', network: '127.0.0.0/24', current: true },
    { device: 'Firefox on Linux', network: '127.3.2.0/24', current: false },
  ])
  expect(Date.now() - Date.parse(sessions[1]!.last_used_at)).toBeLessThan(60_000)
  // Nothing that the browser or the network says of itself is kept beside that.
  const { rows } = await server.database.query('select device from session where id = $1', [sessions[1]!.id])
  expect(rows).toEqual([{ device: 'Firefox on Linux' }])
  expect(JSON.stringify(sessions)).not.toMatch(/555|127\.3\.2\.1\b/)
})

test('an ended session is gone at once: its token, its refresh and its stream, on every server', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const other = await alsoIn(privateKey)
  const { url } = await startBeside(server)
  const streams = [await follow(server.url, other), await follow(url, other)]
  const own = await follow(server.url, visitor)
  const [, theirs] = await listed(visitor)

  expect((await visitor.send('DELETE', `${SESSIONS}/${theirs!.id}`)).status).toBe(200)
  expect((await other.get(PROFILE)).status).toBe(401)
  expect((await other.get(REFRESH)).status).toBe(401)
  // Before the next heartbeat, which comes every ten seconds.
  // oxlint-disable-next-line suite/patience -- the heartbeat would end them, too
  for (const stream of streams) await expect.poll(() => stream.ended(), { timeout: 9000 }).toBe(true)
  expect(own.ended()).toBe(false)
  expect(await listed(visitor)).toHaveLength(1)
  const again = await visitor.send('DELETE', `${SESSIONS}/${theirs!.id}`)
  expect([again.status, again.body.code]).toEqual([404, 'not_found'])
  const { events } = (await visitor.get('/api/users/security-events')).body.data
  expect(events[0]).toMatchObject({ kind: 'session_ended' })
})

test('nobody ends or sees the session of somebody else', async () => {
  const [ann, ben] = [await signedIn(server), await signedIn(server)]
  const [session] = await listed(ben.visitor)
  expect((await ann.visitor.send('DELETE', `${SESSIONS}/${session!.id}`)).status).toBe(404)
  expect((await ann.visitor.send('DELETE', `${SESSIONS}/${randomUUID()}`)).status).toBe(404)
  expect((await ann.visitor.send('DELETE', `${SESSIONS}/1%20or%20true`)).status).toBe(400)
  expect((await ben.visitor.get(PROFILE)).status).toBe(200)
  expect((await listed(ann.visitor)).map(({ id }) => id)).not.toContain(session!.id)
  expect((await server.visit().get(SESSIONS)).status).toBe(401)
})

test('all others end with one call, and this one goes on', async () => {
  const { visitor, privateKey } = await newMember(server)
  const others = [await alsoIn(privateKey), await alsoIn(privateKey)]
  await signIn(visitor, privateKey)
  const { body } = await visitor.post(`${SESSIONS}/end-others`)
  expect(body.data).toEqual({ ended: 2 })
  for (const other of others) expect((await other.get(PROFILE)).status).toBe(401)
  expect((await visitor.get(PROFILE)).status).toBe(200)
  expect((await visitor.get(REFRESH)).status).toBe(200)
  expect((await visitor.post(`${SESSIONS}/end-others`)).body.data).toEqual({ ended: 0 })
})

async function follow(url: string, { token }: Visitor): Promise<{ ended: () => boolean }> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const reply = await fetch(new URL('/api/events', url), {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  expect(reply.status).toBe(200)
  let isOver = false
  void (async () => {
    try {
      for await (const _ of reply.body!);
    } catch {
      // The test is over and closed the stream.
    }
    isOver = true
  })()
  return { ended: () => isOver }
}
