import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '../apps/server/src/testing/pdf.ts'
import { expectNoViolations } from './axe.ts'
import { fundedMember, openAs } from './members.ts'
import { expectNoWiderThan } from './people.ts'
import { expect, test } from './test.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Statement' })

async function download(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheetOf(page).getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a member downloads a statement as PDF and as CSV, and a year’s giving', async ({ page, request }) => {
  const member = await fundedMember(request, 25)
  await openAs(page, member, '/transactions')
  await page.getByRole('button', { name: 'Statement' }).click()
  const sheet = sheetOf(page)
  await expectNoViolations(page, 'statement')

  const pdf = await download(page)
  expect(pdf.name).toMatch(/^trefoil-statement-\d{4}-01-01-\d{4}-\d\d-\d\d\.pdf$/)
  const { pages, title } = await readPdf(pdf.bytes)
  expect(title).toMatch(/^Statement, 1 January/)
  expect(pages[0]).toContain(member.name)

  await sheet.getByLabel('Format').selectOption({ label: 'CSV, for spreadsheets' })
  const csv = await download(page)
  expect(csv.bytes.toString()).toContain('Closing,')

  await test.step('a range that is none is refused in words', async () => {
    await sheet.getByLabel('From').fill('2026-03-02')
    await sheet.getByLabel('To', { exact: true }).fill('2026-03-01')
    await sheet.getByRole('button', { name: 'Download', exact: true }).click()
    await expect(sheet.getByText('The first day must not be after the last one.')).toBeVisible()
    await sheet.getByLabel('To', { exact: true }).fill('')
    await sheet.getByRole('button', { name: 'Download', exact: true }).click()
    await expect(sheet.getByText('Choose both days.')).toBeVisible()
  })

  await sheet.getByLabel('Document').selectOption({ label: 'Giving: the donations of a year' })
  const giving = await download(page)
  expect(giving.name).toMatch(/^trefoil-giving-\d{4}\.csv$/)
  await expectNoViolations(page, 'a year’s giving')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoWiderThan(page, 320, 'statement')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Statement' })).toBeFocused()
})

test('a long statement shows how far it is, and then waits to be downloaded', async ({ page, request }) => {
  const member = await fundedMember(request, 1)
  const made = { kind: 'statement', format: 'pdf', paper: 'A4', from: '2020-01-01', to: '2026-01-01', expires_at: null }
  let state: object = { ...made, state: 'none', percent: 0, bytes: null }
  await page.route('**/api/statements', async (route) => {
    if (route.request().method() === 'POST') state = { ...made, state: 'waiting', percent: 0, bytes: null }
    await route.fulfill({ json: { success: true, message: '', data: state } })
  })
  await openAs(page, member, '/transactions')
  await page.getByRole('button', { name: 'Statement' }).click()
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(sheet.getByRole('progressbar', { name: '0 % made' })).toBeVisible()
  state = { ...made, state: 'waiting', percent: 37, bytes: null }
  await expect(sheet.getByRole('progressbar', { name: '37 % made' })).toBeVisible()
  await expectNoViolations(page, 'a statement that is being made')
  state = { ...made, state: 'ready', percent: 100, bytes: 9, expires_at: '2026-01-02T00:00:00.000Z' }
  await expect(sheet.getByText('Your document is ready.')).toBeVisible()
  await page.route('**/api/statements.pdf*', (route) =>
    route.fulfill({ body: '%PDF-1.7', contentType: 'application/pdf' }),
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download it' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('trefoil-statement-2020-01-01-2026-01-01.pdf')
})
