import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { memberWithGiver } from './earners.ts'
import { enterAsSample, newMember, openAs } from './members.ts'
import { copyWith, expectNoWiderThan, goTo } from './people.ts'
import { memberWithLargeTeam } from './teams.ts'
import { failUntilTriedAgain } from './try-again.ts'
import { expect, test } from './test.ts'

const tableOf = (page: Page, name: string): Locator => page.getByRole('table', { name })
const serials = (table: Locator) => table.locator('td[data-heading="Serial No"]')

test('the network shows code, referrals, progress and the whole team, in the words of the specification', async ({
  page,
}) => {
  await enterAsSample(page)
  await page.goto('/dashboard')
  await goTo(page, 'Network')
  await expect(page.getByRole('tab', { name: 'Network Activity' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Referral Code' })).toBeVisible()

  await test.step('the code can be copied, and says so for two seconds', async () => {
    const code = await copyWith(page, {
      button: page.getByRole('button', { name: 'Copy Code' }),
      confirmed: page.getByRole('button', { name: 'Copied!' }),
    })
    await expect(page.getByText(code, { exact: true }).first()).toBeVisible()
  })

  const referrals = tableOf(page, 'Referral Activity')
  expect(await referrals.locator('th').allTextContents()).toEqual([
    'Serial No',
    'Name',
    'Email',
    'Position',
    'Status',
    'Referral Code',
    'Stage',
  ])
  await expect(page.getByRole('heading', { name: 'Your Progress' })).toBeVisible()
  for (const card of ['Current Stage', 'Status', 'Earning'])
    await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
  await expect(page.getByText(/^Stage \d+$/).first()).toBeVisible()

  const team = tableOf(page, 'Total Team Tree')
  expect(await team.locator('th').allTextContents()).toEqual([
    'Serial No',
    'Details',
    'Status',
    'Referral Code',
    'Stage',
    'Level',
    'Position',
    'Referred By',
  ])
  expect(await page.getByLabel('Stage', { exact: true }).locator('option').allTextContents()).toEqual([
    'All Stages',
    ...Array.from({ length: 10 }, (_, index) => String(index + 1)),
  ])
  expect(await page.getByLabel('Status', { exact: true }).locator('option').allTextContents()).toEqual([
    'All Status',
    'active',
    'inactive',
  ])
})

test('pages continue where the last one ended, and filters narrow what they show', async ({ page, request }) => {
  await openAs(page, await memberWithLargeTeam(request), '/network')
  const team = tableOf(page, 'Total Team Tree')
  const pages = page.getByRole('navigation', { name: 'Pages' })

  await expect(serials(team)).toHaveText(Array.from({ length: 10 }, (_, index) => String(index + 1)))
  await expect(pages.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(serials(team).first()).toHaveText('11')
  await expect(pages.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')

  await test.step('a filter starts at its first page, and stays after a reload', async () => {
    await page.getByLabel('Status', { exact: true }).selectOption('inactive')
    await expect(serials(team).first()).toHaveText('1')
    await expect(serials(team)).toHaveCount(10)
    await expect(team.getByText('Active', { exact: true })).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('inactive')
    await expect(team.getByText('Inactive', { exact: true }).first()).toBeVisible()
  })

  await test.step('nobody has reached that stage', async () => {
    await page.getByLabel('Status', { exact: true }).selectOption('All Status')
    await page.getByLabel('Stage', { exact: true }).selectOption('10')
    await expect(team.getByText('No data found', { exact: true })).toBeVisible()
    await expect(pages).toBeHidden()
  })

  await test.step('a page past the end leads to the last one', async () => {
    await page.goto('/dashboard/network?page=9999')
    await expect(page).toHaveURL(/page=2$/)
    await expect(pages.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  })
})

test('the export has the filtered team', async ({ page, request }) => {
  const member = await memberWithGiver(request)
  // New members are not active yet.
  await Promise.all([0, 1].map(() => newMember(request, { referralCode: member.referralCode })))
  await openAs(page, member, '/network?status=inactive')
  const team = tableOf(page, 'Total Team Tree')
  await expect(serials(team).first()).toHaveText('1')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Total Team Tree as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('trefoil-team.csv')
  const [heads, ...rows] = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n')
  expect(heads).toBe('Serial No,Name,Email,Status,Referral Code,Stage,Level,Position,Referred By,Referred By Email')
  expect(rows).toHaveLength(2)
  for (const [index, row] of rows.entries()) expect(row).toMatch(new RegExp(`^${index + 1},.*,inactive,`))
})

test('a member without a team is told so, and a failed list offers a retry', async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  await failUntilTriedAgain(page, '**/api/users/team-tree?*')
  await page.goto('/dashboard/network')
  await expect(tableOf(page, 'Referral Activity').getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByText('This list could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tableOf(page, 'Total Team Tree').getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
})

test('axe finds nothing on the network, and nothing is wider than 320 pixels', { tag: '@axe' }, async ({ page }) => {
  await enterAsSample(page)
  await page.goto('/dashboard/network')
  await expect(serials(tableOf(page, 'Total Team Tree')).first()).toHaveText('1')
  await expectNoViolations(page, 'network')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoWiderThan(page, 320)
})
