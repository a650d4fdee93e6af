import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newMember, PASSCODE, signedIn, signIn } from '../testing/people.ts'
import { shareTestServer, startTestServer, type TestServer } from '../testing/server.ts'

const server = await shareTestServer()

test('no other site may read a reply: no request gets a cross-origin permission', async () => {
  const { visitor } = await signedIn(server)
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
  for (const [method, path] of [
    ['GET', '/api/users/profile'],
    ['GET', '/api/settings/public'],
    ['OPTIONS', '/api/users/profile'],
    ['GET', '/signin'],
  ] as const) {
    const answer = await visitor.send(method, path, { body: '', headers })
    const permissions = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
    expect([path, permissions]).toEqual([path, []])
  }
})

test('a form on another site changes nothing: its types are refused, and cookies alone open no account', async () => {
  const { visitor } = await signedIn(server)
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])
    expect((await visitor.send('PUT', '/api/users/profile', { body: 'name=Mallory', type })).status, type).toBe(415)
  visitor.token = undefined
  expect(visitor.cookies.has('trefoil_refresh')).toBe(true)
  expect((await visitor.put('/api/users/profile', { name: 'Mallory' })).status).toBe(401)
  expect((await visitor.post('/api/users/logout')).status).toBe(401)
})

test('a message whose end is not certain is refused, and nothing behind it is answered', async () => {
  const smuggled = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'
  for (const head of [
    'Content-Length: 4\r\nTransfer-Encoding: chunked',
    'Content-Length: 4\r\nContent-Length: 5',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding : chunked',
    'Content-Length: +4',
  ]) {
    const answer = await raw(server, `POST /api/users/login HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n0\r\n\r\n${smuggled}`)
    expect(answer.match(/^HTTP\/1\.1 \d+/gm), head).toEqual(['HTTP/1.1 400'])
  }
})

test('TRACE and CONNECT tell nothing', async () => {
  for (const method of ['TRACE', 'CONNECT', 'DEBUG']) {
    const answer = await raw(server, `${method} /api/health HTTP/1.1\r\nHost: x\r\nX-Secret: echoed\r\n\r\n`)
    expect(answer, method).not.toContain('echoed')
    expect(answer, method).not.toMatch(/^HTTP\/1\.1 2/)
  }
})

test('folders are not listed, and only the built application is served', async () => {
  for (const path of [
    '/.git/config',
    '/.env',
    '/package.json',
    '/package-lock.json',
    '/assets/',
    '/assets',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/src/main.tsx',
    '/docs/security.md',
    '/index.html.bak',
  ]) {
    const { status, body } = await server.visit().get(path)
    expect([403, 404], path).toContain(status)
    expect(JSON.stringify(body), path).not.toMatch(/"dependencies"|repositoryformatversion/)
  }
})

test('a parameter that is given twice is refused, not guessed', async () => {
  const { visitor } = await signedIn(server)
  for (const query of ['limit=1&limit=2', 'cursor=a&cursor=b', 'limit[]=1', 'limit=1&__proto__=2'])
    expect((await visitor.get(`/api/activities/history?${query}`)).status, query).toBe(400)
})

test('an address counts only if a trusted proxy gives it', async () => {
  const signInFrom = async (where: TestServer, forwarded: string) => {
    const { visitor, privateKey } = await newMember(where)
    const body = JSON.stringify({ identifier: privateKey, password: PASSCODE })
    const headers = { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` }
    const answer = await visitor.send('POST', '/api/users/login', { body, headers })
    visitor.token = answer.body.token
    return (await visitor.get('/api/users/security-events')).body.data.events[0].network
  }
  expect(await signInFrom(server, '203.0.113.9')).toBe('127.0.0.0/24')
  const behindProxy = await startTestServer({ trustProxy: '127.0.0.1' })
  // The proxy appends what it saw. What stands before it, the visitor has made up.
  expect(await signInFrom(behindProxy, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.0/24')
})

test('every reply names its type, and text its encoding', async () => {
  const { visitor } = await signedIn(server)
  for (const path of ['/', '/signin', '/api/health', '/api/users/profile', '/api/nothing', '/nowhere', '/metrics'])
    expect(String((await visitor.get(path)).headers['content-type']), path).toMatch(/; charset=utf-8$/)
})

test('the log has one line of JSON for each event, in UTC, with refused requests, whatever a visitor sends', async () => {
  const own = await startTestServer({ logLevel: 'info' })
  const { visitor, privateKey } = await newMember(own)
  await signIn(visitor, privateKey)
  const headers = { 'user-agent': '"}\\r\\n{"level":60,"msg":"forged"}' }
  const refused = await visitor.send('GET', '/api/operator/overview%0A%7B%22forged%22%3A1%7D', { body: '', headers })
  expect(refused.status).toBe(404)
  const forbidden = await visitor.get('/api/operator/overview')
  expect(forbidden.status).toBe(403)
  const lines = (await readFile(join(own.settings.dataDir, 'server.log'), 'utf8')).trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const { time } of events) expect(String(time)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(events.some((event) => 'forged' in event || event['msg'] === 'forged')).toBe(false)
  const told = events.filter(({ reqId }) => reqId === forbidden.headers['x-request-id'])
  expect(told).toContainEqual(expect.objectContaining({ req: expect.objectContaining({ address: '127.0.0.1' }) }))
  expect(told).toContainEqual(expect.objectContaining({ res: { status: 403 } }))
})

test('an unexpected fault tells the visitor nothing but a reference, and the log everything', async () => {
  const own = await startTestServer()
  const { visitor } = await signedIn(own)
  await own.database.query('alter table activity rename to activity_away')
  const { status, body, headers } = await visitor.get('/api/activities/history')
  expect([status, body]).toEqual([
    500,
    { success: false, code: 'internal', error: 'Something went wrong', message: 'Something went wrong' },
  ])
  const log = await readFile(join(own.settings.dataDir, 'server.log'), 'utf8')
  const line = log.split('\n').find((each) => each.includes(String(headers['x-request-id']))) ?? ''
  expect(line).toContain('activity')
})

/** Everything that the server answers until it closes the connection or falls silent. */
const raw = ({ url }: TestServer, text: string): Promise<string> =>
  new Promise((answered, failed) => {
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', failed)
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('close', () => answered(answer))
  })
