import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { readPdf, readQr } from '../apps/server/src/testing/pdf.ts'
import { confirm, newAddress, rowOf, signedIn } from './console.ts'
import { fundedMember } from './members.ts'
import { openAs, type Signed } from './operators.ts'
import { SERVERS } from './servers.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, expectToast, test } from './test.ts'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

const READ_BALANCE = fileURLToPath(new URL('read-chain-balance.ts', import.meta.url))
const NAME = 'Roofs of Turkana'
const SLUG = 'roofs-of-turkana'
const PAID = 13.37001

/** In the token's smallest unit, as the chain says. */
async function chainBalance(address: string): Promise<bigint> {
  const { stdout } = await promisify(execFile)('node', [READ_BALANCE, address], {
    env: { ...process.env, DATA_DIR: SERVERS.console.dataDir },
  })
  return BigInt(stdout)
}

async function agree(page: Page, second: Signed, why: string): Promise<void> {
  await openAs(page, second, '/operator/proposals')
  const proposal = page.getByRole('row').filter({ hasText: why })
  await proposal.getByRole('button', { name: /^Agree/ }).click()
  await confirm(page, { button: 'Agree', reason: 'Seen and agreed' })
  await expect(proposal).toBeHidden()
}

test('a donation is followed from the member to the wallet of its cause, and its receipt by a stranger', async ({
  page,
  browser,
  olga,
  oscar,
}) => {
  const sheet = page.getByRole('dialog')
  const wallet = newAddress()

  await test.step('two operators write and open a cause', async () => {
    await openAs(page, olga, '/operator/causes')
    await page.getByRole('link', { name: 'Write a new cause' }).click()
    await page.getByLabel('Name', { exact: true }).fill(NAME)
    await page.getByLabel('Address of its page').fill(SLUG)
    await page.getByLabel('Summary').fill('Dry classrooms for four schools.')
    await page.getByLabel('Legal name').fill('Roofs e.V.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await confirm(page, { button: 'Save', reason: 'As the board decided' })
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await sheet.getByLabel('Address where it is paid').fill(wallet)
    await confirm(page, { button: 'Propose', reason: 'The roofs are agreed on' })
    await agree(page, oscar, 'The roofs are agreed on')
  })

  const member = await fundedMember(page.request, 30, 'Rosa Roof')
  const receipt = await test.step('a member gives to it, sees the division and downloads the receipt', async () => {
    await openAs(page, signedIn(member), '/dashboard/donate')
    await page.getByLabel('Cause', { exact: true }).selectOption(NAME)
    await page.getByLabel('Amount').fill('20')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: 'Donate $20.00000' }).click()
    await expectToast(page, /Your donation of \$20\.00000 was made/)
    const division = page.getByRole('table', { name: 'How it was divided' })
    await expect(page.getByRole('img', { name: `was divided: ${NAME} $14.00000` })).toBeVisible()
    await expect(division.getByRole('row', { name: new RegExp(`^${NAME} 70 %`) })).toContainText('Its own share')
    await expect(division.getByRole('row', { name: /^Operations 5 % \$1\.00000/ })).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Receipt \(PDF\) of \d/ }).click(),
    ])
    const bytes = await readFile(await file.path())
    const { pages } = await readPdf(bytes)
    for (const fact of [NAME, member.name, '$20.00000']) expect(pages[0]).toContain(fact)
    return bytes
  })

  await test.step('two operators pay it out', async () => {
    expect(await chainBalance(wallet)).toBe(0n)
    await openAs(page, olga, '/operator/reserves')
    await page.getByRole('button', { name: `Pay out to ${NAME}` }).click()
    await sheet.getByLabel('Amount in $').fill(String(PAID))
    await confirm(page, { button: 'Propose', reason: 'The first roof is on' })
    await agree(page, oscar, 'The first roof is on')
    await page.goto('/operator/withdrawals')
    await page.getByLabel('Show').selectOption('all')
    await expect(rowOf(page, PAID)).toContainText('Paid', within(60_000))
  })

  const context = await browser.newContext()
  const stranger = await context.newPage()
  await test.step('its public page shows the transaction, and its wallet has exactly that much more', async () => {
    await stranger.goto(`/causes/${SLUG}`)
    const payout = stranger.getByRole('listitem').filter({ hasText: `$${PAID}` })
    await expect(payout).toContainText(/0x[0-9a-f]{64}/)
    expect(await chainBalance(wallet)).toBe(BigInt(Math.round(PAID * 100_000)) * 10n ** 13n)
  })

  await test.step('a stranger who scans the code of the receipt learns that it is genuine', async () => {
    await stranger.goto(readQr(receipt) ?? '')
    await expect(stranger.getByText('Genuine', { exact: true })).toBeVisible()
    const facts = stranger.getByRole('main').locator('dl')
    for (const fact of [NAME, '20.00000', 'Log position']) await expect(facts).toContainText(fact)
    await expect(stranger.locator('body')).not.toContainText(member.name)
  })
  await context.close()
})
