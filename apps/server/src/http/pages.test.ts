import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { newMember, PASSCODE, signIn } from '../testing/people.ts'
import { shareTestServer, startTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { serveMetrics } from './metrics.ts'
import { followOwnScripts } from './pages.ts'

const server = await shareTestServer()

test('every page and every reply has security headers and a request id', async () => {
  for (const path of [
    '/',
    '/signin',
    '/dashboard/setting',
    '/no/such/page',
    '/api/health',
    '/api/nothing',
    '/favicon.svg',
  ]) {
    const { headers } = await server.visit().get(path)
    const policy = String(headers['content-security-policy'])
    if (path.startsWith('/api/')) expect(policy, path).toBe("default-src 'none'; frame-ancestors 'none'")
    else {
      expect(policy, path).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/)
      for (const forbidden of ['frame-ancestors', 'object-src', 'base-uri'])
        expect(policy, path).toContain(`${forbidden} 'none'`)
      expect(policy, path).not.toMatch(/script-src[^;]*unsafe/)
      expect(headers['referrer-policy'], path).toBe('no-referrer')
    }
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['cross-origin-resource-policy'], path).toBe('same-origin')
    expect(headers['strict-transport-security'], path).toBeUndefined()
    expect(headers['x-request-id'], path).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('the verifier may ask any node, and has no session to lose', async () => {
  const { body, headers, status } = await server.visit().get('/verifier')
  expect(status).toBe(200)
  expect(String(body)).toBe(await readFile(new URL('../../../../verifier/verify.html', import.meta.url), 'utf8'))
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'unsafe-inline'; connect-src http: https:;/,
  )
  // Another origin than ours: no storage, no cookies.
  expect(policy).toMatch(/; sandbox allow-scripts allow-forms$/)
  expect(policy).not.toContain('allow-same-origin')
  // Everywhere else, a page talks to our own server only.
  for (const path of ['/signin', '/dashboard/verify', '/trust'])
    expect(String((await server.visit().get(path)).headers['content-security-policy'])).toContain("connect-src 'self';")
})

test('only our own inline scripts may run', async () => {
  const inPages = new Set<string>()
  const allowed = new Set<string>()
  for (const path of ['/signin', '/operator']) {
    const { body, headers } = await server.visit().get(path)
    for (const [, script = ''] of String(body).matchAll(/<script>(.*?)<\/script>/gs))
      inPages.add(createHash('sha256').update(script).digest('base64'))
    for (const [, hash = ''] of String(headers['content-security-policy']).matchAll(/'sha256-([^']+)'/g))
      allowed.add(hash)
  }
  // What runs before the first paint, there and, in English only, here; and what fills in the members' page.
  expect(inPages.size).toBe(3)
  expect(allowed).toEqual(inPages)
})

test('a new build’s inline scripts may run, without a gap while it replaces the old one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const build = async (script: string) => {
    for (const page of ['index.html', 'operator.html', 'public.html'])
      await writeFile(join(folder, page), `<script>${script}</script><script src="/elsewhere.js"></script>`)
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  }
  const ownScripts = followOwnScripts(folder)
  expect(ownScripts()).toBe('')
  const old = await build('old()')
  expect(ownScripts()).toBe(old)
  await rm(join(folder, 'index.html'))
  expect(ownScripts()).toBe(old)
  const fresh = await build('fresh()')
  expect(fresh).not.toBe(old)
  expect(ownScripts()).toBe(fresh)
})

test('on https there is HSTS, and cookies are bound to the host', async () => {
  const secure = await startTestServer({ publicUrl: 'https://trefoil.test' })
  for (const path of ['/', '/api/health'])
    expect((await secure.visit().get(path)).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  const { visitor, privateKey } = await newMember(secure)
  const { headers } = await visitor.post('/api/users/login', { identifier: privateKey, password: PASSCODE })
  const [refresh = ''] = headers['set-cookie'] ?? []
  expect(refresh).toMatch(/^__Host-trefoil_refresh=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
})

test('screens answer 200, unknown paths 404, both with the application', async () => {
  for (const [path, expected] of [
    ['/', 200],
    ['/signin', 200],
    ['/reset-password/abc', 200],
    ['/dashboard', 200],
    ['/dashboard/reports', 200],
    ['/receipts/donation-0', 200],
    ['/operator', 200],
    ['/operator/members/7', 200],
    ['/operators', 404],
    ['/nowhere', 404],
    ['/reset-password/a/b', 404],
    ['/..%2f..%2fpackage.json', 404],
  ] as const) {
    const { status, body } = await server.visit().get(path)
    expect([path, status]).toEqual([path, expected])
    expect(body).toContain('<div id="root"')
  }
})

test('the console is a page of its own', async () => {
  const scripts = async (path: string) =>
    Array.from(
      String((await server.visit().get(path)).body).matchAll(/src="(\/assets\/[^"]+)"/g),
      ([, src = '']) => src,
    )
  expect((await scripts('/operator')).filter((src) => src.includes('operator'))).toHaveLength(1)
  expect((await scripts('/dashboard')).filter((src) => src.includes('operator'))).toEqual([])
})

test('files with a hash in their name are cached forever, pages are revalidated, replies are not stored', async () => {
  const page = await server.visit().get('/signin')
  expect(page.headers['cache-control']).toBe('no-cache')
  const asset = /\/assets\/[^"]+\.js/.exec(page.body)?.[0] ?? ''
  expect((await server.visit().get(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await server.visit().get('/api/settings/public')).headers['cache-control']).toBe('no-store')
})

test('a demo marks its pages, and nothing else', async () => {
  const page = await server.visit().get('/dashboard')
  expect(page.headers['set-cookie']).toEqual(['trefoil_demo=1; Path=/; SameSite=Strict'])
  const asset = /\/assets\/[^"]+\.js/.exec(page.body)?.[0] ?? ''
  for (const path of [asset, '/favicon.svg', '/api/settings/public'])
    expect((await server.visit().get(path)).headers['set-cookie'], path).toBeUndefined()
})

test('the API describes itself', async () => {
  const { status, body } = await server.visit().get('/api/docs/json')
  expect(status).toBe(200)
  expect(body.paths['/api/users/login'].post.requestBody.content['application/json'].schema.required).toEqual([
    'identifier',
    'password',
  ])
  expect((await server.visit().get('/api/docs')).status).toBe(200)
})

test('the public sees that a part is in trouble, never why; the console sees the sentence', async () => {
  const own = await startTestServer()
  const { olga } = await signInStaff(own)
  const trouble = 'Paused by an operator: the key may be known'
  // The worker reports every few seconds, too: read at once what was just written.
  const both = async () => {
    await own.database.query(
      `insert into worker_status (name, trouble, trouble_since, figures) values ('unmatched_transfers', $1, now(), '{}')
        on conflict (name) do update set trouble = excluded.trouble, trouble_since = now(), reported_at = now()`,
      [trouble],
    )
    const [open, console] = await Promise.all([own.visit().get('/api/health'), olga.get('/api/operator/overview')])
    return { open: open.body.parts, sentence: console.body.data.parts?.unmatched_transfers ?? '' }
  }
  await expect.poll(both).toMatchObject({
    open: { unmatched_transfers: 'trouble' },
    sentence: expect.stringContaining(trouble),
  })
  const { open } = await both()
  expect(Object.keys(open)).toEqual([
    'database',
    'ledger',
    'posting',
    'chain',
    'scanner',
    'unmatched_transfers',
    'payouts',
    'reserves',
    'log',
    'epochs',
    'mail',
    'identities',
    'webhooks',
  ])
  for (const word of Object.values(open)) expect(['ok', 'trouble']).toContain(word)
})

test('in production metrics need the token, and without one nobody can read them', async () => {
  for (const [token, expected] of [
    [undefined, 404],
    ['collector', 200],
  ] as const) {
    const app = fastify()
    onTestFinished(() => app.close())
    serveMetrics(
      app,
      { metricsToken: token, production: true, role: 'all' },
      { authEvents: () => [], watched: async () => [] },
    )
    expect((await app.inject('/metrics')).statusCode).toBe(404)
    const collector = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer collector' } })
    expect(collector.statusCode).toBe(expected)
  }
})

test('in the demo metrics are for this machine or with the token', async () => {
  await server.visit().get('/api/health')
  expect((await server.visit().get('/metrics')).body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/health",status="200"}',
  )
  const guarded = await startTestServer({ metricsToken: 'collector' })
  expect((await guarded.visit().get('/metrics')).status).toBe(404)
  const collector = guarded.visit()
  collector.token = 'collector'
  expect((await collector.get('/metrics')).status).toBe(200)
})

test('no secret reaches the log', async () => {
  const own = await startTestServer({ logLevel: 'trace' })
  const { visitor, privateKey } = await newMember(own)
  await signIn(visitor, privateKey)
  await visitor.get('/reset-password/a-very-secret-token')
  await visitor.get('/api/users/profile?token=a-very-secret-query')
  await visitor.get('/api/v1/auth/refresh-token')
  await visitor.put('/api/users/profile', { current_password: PASSCODE, new_password: 'another long passcode' })
  const log = await readFile(join(own.settings.dataDir, 'server.log'), 'utf8')
  expect(log).toContain('/api/users/login')
  for (const secret of [
    PASSCODE,
    'another long passcode',
    privateKey,
    visitor.token,
    visitor.cookies.get('trefoil_refresh'),
    'a-very-secret',
  ])
    expect(log.includes(secret ?? 'missing'), secret).toBe(false)
})

test('a browser’s crash is logged under the reference that the member sees', async () => {
  const own = await startTestServer({ logLevel: 'warn' })
  const report = { message: 'Cannot read properties of undefined', screen: '/dashboard' }
  const { body, headers } = await own.visit().post('/api/client-errors', report)
  expect(body.reference).toBe(headers['x-request-id'])
  const log = await readFile(join(own.settings.dataDir, 'server.log'), 'utf8')
  expect(log).toContain(body.reference)
  expect(log).toContain(report.message)
})

test('public settings need no token, and show the demo', async () => {
  const { status, body } = await server.visit().get('/api/settings/public')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ name: 'Trefoil', min_withdrawal: 10, network: 'BSC', programme_version: 1 })
  expect(body.data.demo.sign_ins.map(({ role }: { role: string }) => role)).toEqual([
    'member',
    'operator',
    'operator',
    'auditor',
  ])
  for (const sample of body.data.demo.sign_ins) {
    const { private_key: identifier, passcode: password, code } = sample
    const answer = await server.visit().post('/api/users/login', { identifier, password, ...(code && { code }) })
    expect([sample.name, answer.status]).toEqual([sample.name, 200])
    expect(answer.body.user.role).toBe(sample.role)
  }
})
