import { expectNoViolations } from './axe.ts'
import { expectNoWiderThan } from './people.ts'
import { expect, test } from './test.ts'
import { within } from './slowdown.ts'

test('from the sign-up form, a stranger reads what members really got, in the order that hides nothing', async ({
  page,
}) => {
  await page.goto('/signup')
  const link = page.getByRole('link', { name: 'what members really got' })
  const [before, name] = await Promise.all([link.boundingBox(), page.getByLabel('Name', { exact: true }).boundingBox()])
  expect(before!.y).toBeLessThan(name!.y)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What Members Really Got')
  await expect(page).toHaveTitle('What Members Really Got · Trefoil')
  await expect(page.getByText('The most that anybody can get back is what they gave.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText('About these figures')
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings).toEqual([
    'Everyone',
    'The most',
    'Earned minus given',
    'By month of joining',
    'Who earned most',
    'About these figures',
  ])
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name: url }) => url))
  expect(loaded.filter((url) => /\/assets\/(first|state|parts|operator|simulator)/.test(url))).toEqual([])
})

test('the figures are a file, too', async ({ page }) => {
  await page.goto('/facts')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^trefoil-facts-\d{4}-\d\d-\d\d\.csv$/)
  const file = await (await page.request.get('/api/facts.csv')).text()
  expect(file).toMatch(/Everyone,everyone,"earned nothing, %",(\d+|fewer than 10 people)\r\n/)
})

test('the simulator answers by keyboard alone, the same for the same seed, and says what almost nobody did', async ({
  page,
}) => {
  const answers = page.locator('main dd')
  const settledAnswers = async () => {
    await expect(page.getByRole('status')).toHaveText(/\d+ runs for each case\./, within(60_000))
    await expect(answers.first()).toHaveText(/%/)
    return answers.allTextContents()
  }
  await page.goto('/simulator')
  const first = await settledAnswers()
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((url) => /\/assets\/(first|state|parts|operator)-/.test(url))).toEqual([])
  expect(first.slice(3)[1]).toBe('100 %')
  expect(first.slice(3)[2]).toBe('0 %')
  await expect(page.getByText('two thirds of all members sit on the last level')).toBeVisible()
  await expect(page.getByText('Almost nobody did this.')).toHaveCount(0)

  const referrals = page.getByLabel(/How many people you refer/)
  await referrals.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('30')
  await expect(page.getByText('Almost nobody did this.')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect.poll(settledAnswers, within(60_000)).not.toEqual(first)
  const second = await answers.allTextContents()

  await page.reload()
  await settledAnswers()
  await referrals.fill('30')
  await referrals.press('Enter')
  await expect.poll(settledAnswers, within(60_000)).toEqual(second)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `axe finds nothing on facts and simulator in ${colorScheme}, and they fit every width`,
    { tag: '@axe' },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      for (const path of ['/facts', '/simulator']) {
        await page.goto(path)
        await expect(page.getByRole('contentinfo')).toBeVisible()
        if (path === '/simulator') await expect(page.getByRole('img').first()).toBeVisible(within(60_000))
        await expectNoViolations(page, path)
        for (const width of [320, 375, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoWiderThan(page, width)
        }
      }
    },
  )
