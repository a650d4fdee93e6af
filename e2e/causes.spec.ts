import { expectNoViolations } from './axe.ts'
import { newMember } from './members.ts'
import { expectNoWiderThan, logOut, PASSCODE, signIn, tabTo } from './people.ts'
import { expect, test } from './test.ts'

test('a stranger reads about causes, and loads no code of members or operators', async ({ page }) => {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'See where donations go' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Causes')
  await page.getByRole('link', { name: 'The cause', exact: true }).click()
  await expect(page).toHaveURL(/\/causes\/the-cause$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The cause')
  await expect(page).toHaveTitle('The cause · Trefoil')
  await expect(page.getByText('Given', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Payouts' })).toBeVisible()
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((url) => /\/assets\/(first|state|parts|operator)-/.test(url))).toEqual([])
})

test('"Give to this cause" leads through the sign-in to the donate screen, where that cause is chosen', async ({
  page,
  request,
}) => {
  const member = await newMember(request)
  const give = async () => {
    await page.goto('/causes/clean-water')
    await page.getByRole('link', { name: 'Give to this cause' }).click()
  }
  const chosen = page.getByLabel('Cause', { exact: true })
  await give()
  await expect(page).toHaveURL(/\/signin$/)
  await page.getByLabel('Private Key').fill(member.privateKey)
  await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard\/donate\?cause=clean-water$/)
  await expect(chosen).toHaveValue('clean-water')
  await give()
  await expect(chosen).toHaveValue('clean-water')
  await chosen.selectOption('School meals')
  await page.reload()
  await expect(chosen).toHaveValue('school-meals')

  await page.goto('/dashboard/donate?cause=nothing')
  await expect(page.getByText('The cause that you came for takes no donations now.')).toBeVisible()
  await expect(chosen).toHaveValue('the-cause')
  await logOut(page)
  await signIn(page, member)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an unknown cause is said to be unknown', async ({ page }) => {
  const reply = await page.goto('/causes/nothing')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such cause')
})

test('axe finds nothing on the pages of causes, and they fit every width', { tag: '@axe' }, async ({ page }) => {
  for (const path of ['/causes', '/causes/the-cause', '/causes/nothing']) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expectNoViolations(page, path)
    for (const width of [320, 375, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoWiderThan(page, width)
    }
  }
})

test('a stranger walks through causes with the keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  await page.goto('/causes')
  await tabTo(page, page.getByRole('link', { name: 'The cause', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The cause')
  const badge = page.getByText('Badge for your own page')
  await tabTo(page, badge)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'What The cause was given' })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Give to this cause' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signin$/)
})
