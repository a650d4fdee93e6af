import type { APIRequestContext, Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { confirm, signedIn } from './console.ts'
import { fundedMember, newMember, openAs as openAsMember } from './members.ts'
import { call, openAs, type Signed } from './operators.ts'
import { expectNoWiderThan, settled } from './people.ts'
import { serverAlone } from './servers.ts'
import { within } from './slowdown.ts'
import { startServer } from './start-server.ts'
import { expect, expectToast, test } from './test.ts'

// A server of its own: what is published asks everybody, and is never taken back. So they run one after the other.
test.describe.configure({ mode: 'serial', ...within(300_000) })
// oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
test.use({ baseURL: async ({}, use, { parallelIndex }) => use(serverAlone(parallelIndex).url) })

let server: { stop: () => Promise<void> } | undefined
test.beforeAll(async () => {
  // A new demo makes fourteen months of history first.
  test.setTimeout(within(300_000).timeout)
  server = await startServer(serverAlone(test.info().parallelIndex))
})
test.afterAll(() => server?.stop())

const why = 'The lawyers asked for it'

/** Through the API, for what a journey needs but does not test. */
async function byTwo(
  request: APIRequestContext,
  { first, second }: { first: Signed; second: Signed },
  { path, body }: { path: string; body: object },
): Promise<void> {
  const { data } = await call<{ data: { proposal: { id: number } } }>(request, first, {
    path: `/operator/proposals/${path}`,
    body: { ...body, why },
  })
  await call(request, second, { path: `/operator/proposals/${data.proposal.id}/approve`, body: { why } })
}

const tick = (page: Page, name: RegExp) => page.getByRole('checkbox', { name }).check()
const agreement = (page: Page) => page.getByRole('heading', { level: 1, name: 'Please Read and Agree' })

test('new terms, agree, donate', async ({ page, request, olga, oscar }) => {
  const member = await fundedMember(request, 60)
  await openAsMember(page, member, '/setting?tab=data')
  await settled(page)
  await expect(page.getByText('What you agreed to')).toHaveCount(0)

  // One operator proposes, another reads and publishes.
  await openAs(page, olga, '/operator/documents')
  await page.getByRole('button', { name: 'Propose a version' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Text', { exact: true }).fill('# Be kind\n\nTo **everybody**. <script>alert(1)</script>')
  await sheet.getByRole('button', { name: 'Preview' }).click()
  await expect(sheet.getByRole('heading', { name: 'Be kind' })).toBeVisible()
  await expect(sheet.getByText('<script>alert(1)</script>').last()).toBeVisible()
  await confirm(page, { button: 'Propose a version', reason: why })
  await expect(page.getByText('Yours: another operator agrees')).toBeVisible()
  await openAs(page, oscar, '/operator/documents')
  await page.getByRole('button', { name: /^Review Terms of use/ }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Be kind' })).toBeVisible()
  await confirm(page, { button: 'Publish', reason: why })
  await expect(page.getByRole('row').filter({ hasText: 'Terms of use, version 1' })).toContainText('In force')

  // Whoever comes in is asked first.
  await openAsMember(page, member, '/donate')
  await expect(agreement(page)).toBeVisible()
  await page.getByText('Read: Terms of use').click()
  await expect(page.getByRole('heading', { name: 'Be kind' })).toBeVisible()
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('tick every box')
  await expectNoViolations(page, 'documents to agree to')
  await tick(page, /Terms of use.*version 1/)
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await expectToast(page, 'Your agreement is recorded')
  await expect(page).toHaveURL(/\/dashboard\/donate$/)
  await expect(page.getByLabel('Amount')).toBeVisible()

  // A new version asks again, while the page is open.
  const both = { first: olga, second: oscar }
  await byTwo(request, both, { path: 'document', body: { kind: 'terms', text: '# Be kind\n\nTo animals, too.' } })
  await page.getByLabel('Amount').fill('20')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Donate $20.00000' }).click()
  await expect(page.getByText('Our documents have changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Read and agree' }).click()
  await expect(agreement(page)).toBeVisible()
  await tick(page, /Terms of use.*version 2/)
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/donate$/)
  await page.getByLabel('Amount').fill('20')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Donate $20.00000' }).click()
  await expectToast(page, /Your donation of \$20\.00000 was made/)

  await page.goto('/dashboard/setting?tab=data')
  await expect(page.getByRole('link', { name: 'Terms of use, version 2' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Terms of use, version 1' })).toBeVisible()
})

test('whoever does not agree reads everything, and is led to it where money would move', async ({ page, request }) => {
  const member = await newMember(request)
  await openAsMember(page, member, '')
  await expect(agreement(page)).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of ['deposit', 'donate', 'withdraw', 'fund-transfer']) {
    await page.goto(`/dashboard/${path}`)
    await expect(agreement(page)).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText('Before money moves, please read our documents')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Read and agree' })).toBeVisible()
  }
})

test('sign-up and public pages show the documents in every version', async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('link', { name: 'Terms of use' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
  await expect(page.getByText('To animals, too.')).toBeVisible()
  await page.getByRole('link', { name: /^Version 1,/ }).click()
  await expect(page.getByText(/which is not in force any more/)).toBeVisible()
  await expect(page.getByText('To animals, too.')).toHaveCount(0)
  await expectNoViolations(page, 'an old version')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoWiderThan(page, 320, 'an old version')
  await page.goto('/documents')
  await expect(page.getByRole('link', { name: 'Terms of use' })).toBeVisible()
})

test('country, age and waiting period: whoever may not agree is told why', async ({ page, request, olga, oscar }) => {
  await byTwo(
    request,
    { first: olga, second: oscar },
    {
      path: 'consent-rules',
      body: { only_these: false, countries: ['KP'], minimum_age: 18, waiting_hours: 48 },
    },
  )
  const member = await newMember(request)
  await openAsMember(page, member, '/donate')
  await tick(page, /Terms of use/)
  await page.getByLabel('Country that you live in').selectOption({ label: 'North Korea' })
  await expect(page.getByRole('alert')).toContainText('We cannot offer this in North Korea')
  await expect(page.getByRole('button', { name: 'Agree', exact: true })).toHaveCount(0)
  await page.getByLabel('Country that you live in').selectOption({ label: 'Germany' })
  await tick(page, /at least 18 years old/)
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(page.getByText(/You can give from .* on\./)).toBeVisible()
  const { data } = await call<{ data: { agreed: object[] } }>(request, signedIn(member), { path: '/users/agreements' })
  expect(data.agreed).toMatchObject([{ country: 'DE', minimum_age: 18 }])
})
