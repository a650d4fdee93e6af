import { bareFigures } from './bare-figures.ts'
import { earningMember } from './earners.ts'
import { newMember, openAs, sendFromSample } from './members.ts'
import { settled } from './people.ts'
import { expect, test } from './test.ts'

const WALLET = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const REPORTS = ['referrals', 'earning', 'performance', 'tree', 'graph'].map((tab) => `/reports?tab=${tab}`)
const SCREENS = ['', '/network', ...REPORTS, '/donate', '/withdraw', '/fund-transfer', '/transactions']

test('no number is shown without the way to its explanation', async ({ page, request }) => {
  test.slow()
  const member = await earningMember(request)
  await sendFromSample(request, member, 30)
  const friend = await newMember(request, { name: 'Grace Hopper' })
  await openAs(page, member, '')
  const expectNone = async (where: string) => {
    await settled(page)
    expect(await bareFigures(page), where).toEqual([])
  }

  await test.step('on forms, in their sheets, and in what follows', async () => {
    const amount = page.getByPlaceholder('Enter your amount USD')
    const sheet = page.getByRole('dialog')

    await page.goto('/dashboard/donate')
    await amount.fill('20')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(sheet).toBeVisible()
    await expectNone('confirming a donation')
    await sheet.getByRole('button', { name: 'Donate $20.00000' }).click()
    await expect(page.getByRole('region', { name: /^Thank you!/ })).toBeVisible()
    await expectNone('after a donation')

    await page.goto('/dashboard/withdraw')
    await amount.fill('10')
    await page.getByPlaceholder('Enter your withdraw wallet address').fill(WALLET)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(sheet).toBeVisible()
    await expectNone('confirming a withdrawal')
    await sheet.getByRole('button', { name: 'Withdraw $10.00000' }).click()
    await expect(page.getByRole('row', { name: /Withdrawal/ })).toBeVisible()

    await page.goto('/dashboard/fund-transfer')
    await page.getByLabel('Recipient Private Key').fill(friend.privateKey)
    await amount.fill('5')
    await page.getByRole('button', { name: 'Send Fund' }).click()
    await expect(sheet).toBeVisible()
    await expectNone('confirming a transfer')
    await sheet.getByRole('button', { name: 'Send $5.00000' }).click()
    await expect(page.getByText('Grace Hopper has received $5.00000.')).toBeVisible()
    await expectNone('after a transfer')
    await page.goto('/dashboard/fund-transfer?tab=history')
    await expect(page.getByRole('row', { name: /Grace Hopper/ })).toBeVisible()
    await expectNone('transfers')
  })

  for (const path of SCREENS) {
    await page.goto(`/dashboard${path}`)
    await expectNone(path)
    await expect(page.locator('main [data-figure]:visible').first(), path).toBeVisible()
  }

  await test.step('a number without one is found', async () => {
    await page.goto('/dashboard')
    await settled(page)
    await page.evaluate(() => {
      for (const text of ['$5.00000 more', '1,234 members', 'about 12 %']) {
        const line = document.createElement('p')
        line.textContent = text
        document.querySelector('main')?.append(line)
      }
    })
    expect(await bareFigures(page)).toEqual(['$5.00000 more', '1,234 members', 'about 12 %'])
  })
})

test('the chosen member’s figures open from the tree and from the graph', async ({ page, request }) => {
  const member = await earningMember(request)
  await openAs(page, member, '/reports?tab=tree')
  await settled(page)
  const chosen = page.getByRole('region', { name: 'The chosen member' })
  await expect(chosen.locator('[data-figure="network_size"]')).toHaveText('1')
  const sheet = page.getByRole('dialog')

  await page.getByRole('treeitem', { name: /Grace Hopper/ }).click()
  for (const [figure, value] of [
    ['member_stage', 'Stage 1'],
    ['member_level', '1'],
    ['member_team', '0'],
  ] as const) {
    await chosen.locator(`[data-figure="${figure}"]`).click()
    await expect(sheet.locator('[data-explained-value]')).toHaveText(value)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
  }

  await page.goto('/dashboard/reports?tab=graph')
  await settled(page)
  await page.getByRole('button', { name: /^Grace Hopper/ }).click()
  await chosen.locator('[data-figure="member_stage"]').click()
  await expect(sheet.getByRole('heading', { name: 'Stage of a member' })).toBeVisible()
})

test('a sheet over a confirmation closes alone, and the confirmation stays', async ({ page, request }) => {
  const member = await earningMember(request)
  await sendFromSample(request, member, 20)
  await openAs(page, member, '/donate')
  await page.getByPlaceholder('Enter your amount USD').fill('20')
  await page.getByRole('button', { name: 'Submit' }).click()
  const question = page.getByRole('dialog', { name: 'Make this donation?' })
  await question.locator('[data-figure="earning_threshold"]').click()
  const sheet = page.getByRole('dialog', { name: 'Earning threshold' })
  await expect(sheet.getByText('How it is calculated')).toBeVisible()
  for (const way of ['Escape', 'Close']) {
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(question).toBeVisible()
    await question.locator('[data-figure="impact"]').click()
    await expect(page.getByRole('dialog', { name: 'Impact balance' })).toBeVisible()
    await page.keyboard.press('Escape')
    await question.locator('[data-figure="earning_threshold"]').click()
    await expect(sheet).toBeVisible()
  }
  await sheet.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Donate $20.00000' }).click()
  await expect(page.getByRole('region', { name: /^Thank you!/ })).toBeVisible()
})
