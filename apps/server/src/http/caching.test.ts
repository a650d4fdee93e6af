import { expect, test } from 'vitest'
import { signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

test.each(['/api/users/profile', '/%61pi/users/profile', '/ap%69/users/profile', '/api/users/%70rofile?x=%61'])(
  'nobody may store what %s answers',
  async (path) => {
    const { visitor } = await signedIn(server)
    const { status, headers, body } = await visitor.get(path)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body.data.profile.email).toContain('@')
    // The headers of a reply, not of a page.
    expect(headers['content-security-policy']).not.toContain('sha256-')
  },
)

test('only the files of the web application may be stored', async () => {
  const kept = async (path: string) => (await server.visit().get(path)).headers['cache-control']
  for (const path of ['/api/nothing', '/%61pi/nothing/%zz', '/metrics', '/api/docs/json', '/api/ready'])
    expect(await kept(path), path).toBe('no-store')
  expect(await kept('/signin')).toBe('no-cache')
})

test('security.txt names a contact, and expires later than today and within a year', async () => {
  const { status, headers, body } = await server.visit().get('/.well-known/security.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    String(body)
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  )
  expect(fields.get('Contact')).toBe(server.settings.securityContact)
  expect(fields.get('Canonical')).toBe('http://trefoil.test/.well-known/security.txt')
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})
