import { expectNoViolations } from './axe.ts'
import { arrived, expectNoWiderThan, settled, signIn, signUp } from './people.ts'
import { pathsOf, SCREENS } from './screens.ts'
import { expect, test } from './test.ts'

const PATHS = [...pathsOf(SCREENS.visitor), '/no/such/page']

for (const path of PATHS)
  test(`axe finds nothing on ${path}`, { tag: '@axe' }, async ({ page }) => {
    await page.goto(path)
    await settled(page)
    await expectNoViolations(page, path)
  })

test('axe finds nothing on forms with errors', { tag: '@axe' }, async ({ page }) => {
  for (const [path, button] of [
    ['/signin', 'Access Dashboard'],
    ['/signup', 'Create Account'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: button }).click()
    await expectNoViolations(page, `${path} with errors`)
  }
})

test('axe finds nothing on sign-up success, the dashboard and the settings', { tag: '@axe' }, async ({ page }) => {
  const person = await signUp(page)
  await expectNoViolations(page, '/signup-success')
  await signIn(page, person)
  await expect(page.getByText('You joined the programme')).toBeVisible()
  await expectNoViolations(page, '/dashboard')
  await page.goto('/dashboard/setting')
  await expect(page.getByText(person.privateKey)).toBeVisible()
  await expectNoViolations(page, 'profile')
  await page.getByRole('button', { name: 'Update Details' }).click()
  await expectNoViolations(page, 'profile form')
  await page.getByRole('tab', { name: 'Security' }).click()
  await expectNoViolations(page, 'security')
  await page.getByRole('button', { name: 'Set up 2FA' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expectNoViolations(page, 'two-factor set-up')
})

test('nothing is wider than a screen of 320 pixels', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of PATHS) {
    await page.goto(path)
    await arrived(page)
    await expectNoWiderThan(page, 320, path)
  }
})
