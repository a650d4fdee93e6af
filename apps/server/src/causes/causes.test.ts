import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { openCause } from '../testing/causes.ts'
import { donate, donateAs, fundedMember, type Funded } from '../testing/money.ts'
import { journalOf, reversing } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { openByTwo, uploadPicture, writeCause } from '../testing/cause-records.ts'
import { until } from '../testing/until.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const staff = await signInStaff(server)
const stranger = server.visit()
const causeOf = async (slug: string) => (await stranger.get(`/api/causes/${slug}`)).body.data

test('a stranger sees open causes, what they were given, and no drafts', async () => {
  await writeCause(staff.olga, { slug: 'secret-plans' })
  const { headers, body } = await stranger.get('/api/causes')
  expect(headers['cache-control']).toBe('public, max-age=2')
  expect(body.data.causes).toEqual([
    {
      slug: 'the-cause',
      name: 'The cause',
      summary: '',
      state: 'open',
      picture: null,
      given: expect.any(Number),
      paid_out: 0,
      waiting: body.data.causes[0].given,
      donors: null,
    },
  ])
  for (const slug of ['secret-plans', 'nothing']) {
    const refused = await stranger.get(`/api/causes/${slug}`)
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  }
  expect((await stranger.get('/api/causes/No%20slug')).status).toBe(400)
})

test('what did not change is not sent again', async () => {
  const first = await stranger.get('/api/causes/the-cause')
  const tag = String(first.headers['etag'])
  expect(tag).toMatch(/^W\/"/)
  const again = await stranger.send('GET', '/api/causes/the-cause', { body: '', headers: { 'if-none-match': tag } })
  expect([again.status, again.body]).toEqual([304, ''])
})

test('a cause has its story, legal name, picture and updates, all of it safe to show', async () => {
  const picture = await uploadPicture(staff.olga)
  const id = await openByTwo(staff, {
    slug: 'wells',
    name: 'Wells',
    summary: 'Water for ten villages.',
    story: '# Why\n\n<script>alert(1)</script> [us](https://example.org)',
    picture: picture.name,
    picture_description: 'A well',
    country: 'KE',
    link: 'https://example.org',
  })
  const posted = await staff.olga.post(`/api/operator/causes/${id}/updates`, {
    title: 'Two wells dug',
    text: 'With **your** money. <b>x</b>',
    pictures: [{ name: picture.name, description: 'The first' }],
  })
  expect(posted.status, JSON.stringify(posted.body)).toBe(200)
  const cause = await causeOf('wells')
  expect(cause).toMatchObject({
    name: 'Wells',
    legal: { name: 'Wells e.V.', country: 'KE', registration_number: null, link: 'https://example.org' },
    picture: { description: 'A well', width: 800, height: 400 },
    payouts: [],
    updates: [{ title: 'Two wells dug', pictures: [{ description: 'The first' }] }],
  })
  expect(cause.story_html).toContain('<h3>Why</h3>')
  expect(cause.story_html).not.toContain('<script')
  expect(cause.updates[0].html).toContain('<strong>your</strong>')
  expect(cause.updates[0].html).not.toContain('<b>')
  expect(JSON.stringify(cause)).not.toContain('Olga')

  for (const size of ['small', 'large']) {
    const { status, headers } = await stranger.get(cause.picture[size])
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  expect((await stranger.get(`/api/pictures/${'0'.repeat(32)}-small.webp`)).status).toBe(404)
  expect((await stranger.get('/api/pictures/..%2f..%2fpasswd')).status).toBe(400)
})

test('given, waiting and donors follow donations', async () => {
  const before = await causeOf('the-cause')
  const donors = await Promise.all(Array.from({ length: 11 }, () => fundedMember(server, 20)))
  for (const { visitor } of donors) await donate(visitor, 10)
  const [first] = donors
  await donate(first!.visitor, 10)
  await server.database.query('select bring_reports_forward(1000000)')
  const { rows } = await server.database.query(
    `select (select sum(amount)::text from entry where member_id = -1 and account = 'cause') as units,
      (select count(distinct member_id)::int from donation where cause_id = 1) as donors`,
  )
  const given = Number(rows[0].units) / 100_000
  expect(given).toBeGreaterThanOrEqual(before.given + 84)
  expect(rows[0].donors).toBeGreaterThanOrEqual(11)
  // What strangers read may be a second old.
  await until(async () => (await causeOf('the-cause')).given === given)
  expect(await causeOf('the-cause')).toMatchObject({ given, waiting: given, paid_out: 0, donors: rows[0].donors })
  await expectNoViolation(db)
})

test('whoever’s only donation was reversed is no donor any more, and whoever gave twice still is', async () => {
  const { id, slug } = await openCause(server)
  const members = await Promise.all(Array.from({ length: 11 }, () => fundedMember(server, 50)))
  const gifts: string[] = []
  for (const { visitor } of members)
    gifts.push((await donateAs(visitor, { amount: 10, cause_id: slug })).body.data.donation_id)
  const [twice, once] = members as [Funded, Funded]
  const again = (await donateAs(twice.visitor, { amount: 10, cause_id: slug })).body.data.donation_id
  const donors = async () => {
    await server.database.query('select bring_reports_forward(1000000)')
    const { rows } = await server.database.query('select donors from cause_count where cause_id = $1', [id])
    return rows[0].donors
  }
  expect(await donors()).toBe(11)
  const { propose, agree } = reversing(staff)
  const reverse = async (reference: string) =>
    expect(await agree(await propose(await journalOf(server, reference)))).toMatchObject({ status: 200 })
  await reverse(again)
  expect(await donors()).toBe(11)
  await reverse(gifts[1]!)
  expect(await donors()).toBe(10)
  // What strangers read may be a second old.
  await until(async () => (await causeOf(slug)).donors === 10)
  await reverse(gifts[0]!)
  expect(await donors()).toBe(9)
  // Fewer than ten are not told.
  await until(async () => (await causeOf(slug)).donors === null)
  expect((await causeOf(slug)).given).toBeGreaterThanOrEqual(63)
  await donateAs(once.visitor, { amount: 10, cause_id: slug })
  expect(await donors()).toBe(10)
  await expectNoViolation(db)
})

test('the badge may stand on other pages', async () => {
  const { status, headers, body } = await stranger.get('/api/causes/the-cause/badge.svg')
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('The cause')
  expect((await stranger.get('/api/causes/nothing/badge.svg')).status).toBe(404)
})

test('the page of a cause says who it is before any code runs', async () => {
  await openByTwo(staff, {
    slug: 'odd',
    name: '<Odd> & "Sons"',
    summary: 'It’s </script><script>alert(1)</script> odd',
  })
  const { status, headers, body } = await stranger.get('/causes/odd')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<title>&lt;Odd&gt; &amp; &quot;Sons&quot; · Trefoil</title>')
  expect(body).toContain('<meta property="og:title" content="&lt;Odd&gt; &amp; &quot;Sons&quot;" />')
  expect(body).toContain('<h1>&lt;Odd&gt; &amp; &quot;Sons&quot;</h1>')
  expect(body).not.toContain('<script>alert')
  const [, data = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? []
  expect(JSON.parse(data)).toMatchObject({ path: '/causes/odd', data: { slug: 'odd', state: 'open' } })
  expect((await stranger.get('/causes')).body).toContain('<h1>Causes</h1>')
  expect(await stranger.get('/causes/')).toMatchObject({
    status: 200,
    body: expect.stringContaining('<h1>Causes</h1>'),
  })
  for (const slug of ['nothing', 'secret-plans', 'No%20slug', '%3Cscript%3E', '%00', 'a%00b', '..%2fcauses']) {
    const missing = await stranger.get(`/causes/${slug}`)
    expect([slug, missing.status]).toEqual([slug, 404])
    expect(missing.body).toContain('There is no such cause')
  }
})

test('pictures are drawn anew', async () => {
  const { small } = await uploadPicture(staff.olga)
  const reply = await fetch(new URL(small, server.url))
  expect(await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 640 })
})
