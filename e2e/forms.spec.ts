import { randomUUID } from 'node:crypto'
import { newMember, openAs } from './members.ts'
import { arrived, PASSCODE, settled, tabTo } from './people.ts'
import { expect, expectToast, test } from './test.ts'

const RECIPIENT_HINT = 'Their private key, or their referral code.'
const RECIPIENT_MISSING = 'Private key is required'

test('an empty sign-up names every missing field, in the words of the specification', async ({ page }) => {
  await page.goto('/signup')
  await settled(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Name is required')).toHaveCount(2)
  await expect(page.getByText('Passcode is required')).toBeVisible()
  await expect(page.getByText('Referral code is required')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
})

test('a field exposes its label, hint and error to assistive technology', async ({ page, request }) => {
  await openAs(page, await newMember(request), '/fund-transfer')
  const recipient = page.getByRole('textbox', { name: 'Recipient Private Key' })
  await expect(recipient).toHaveAccessibleDescription(RECIPIENT_HINT)
  await expect(recipient).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Send Fund' }).click()
  await expect(recipient).toHaveAttribute('aria-invalid', 'true')
  await expect(recipient).toHaveAccessibleDescription(`${RECIPIENT_MISSING} ${RECIPIENT_HINT}`)
})

test('the demo’s code moves nothing when it appears', async ({ page }) => {
  let arrive = (): void => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/api/settings/public', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/signup')
  await arrived(page)
  const button = page.getByRole('button', { name: 'Create Account' })
  const before = await button.boundingBox()
  arrive()
  await expect(page.getByRole('button', { name: 'Use code' })).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('empty sign-in, forgotten-passcode and reset forms name theirs, too', async ({ page }) => {
  await page.goto('/signin')
  await expect(page.getByRole('heading', { name: 'Access Your Account' })).toBeVisible()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page.getByText('identifier is required')).toBeVisible()
  await expect(page.getByText('Passcode is required')).toBeVisible()

  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('email is required')).toBeVisible()

  await page.goto('/reset-password/some-token')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Passcode is required')).toBeVisible()
  await expect(
    page.getByRole('alert').or(page.locator('[id$="-error"]')).filter({ hasText: 'Re-enter your passcode' }),
  ).toBeVisible()
})

test('an empty password change names both fields', async ({ page, request }) => {
  await openAs(page, await newMember(request), '/setting')
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByText('Enhance Security')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
})

test('a refusal is shown, and the input stays', async ({ page }) => {
  await page.goto('/signin')
  await page.getByLabel('Private Key').fill('tf00000000000000000000000000000')
  await page.getByLabel('Passcode', { exact: true }).fill('some passcode here')
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expectToast(page, 'The private key or the passcode is not right.')
  await expect(page.getByLabel('Private Key')).toHaveValue('tf00000000000000000000000000000')

  await page.route('**/api/users/login', (route) => route.abort())
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expectToast(page, 'Something went wrong')
})

test('the demo’s samples are beside the fields, which stay empty until one is used', async ({ page }) => {
  await page.goto('/signin')
  await expect(page.getByText('Ada Moreno')).toBeVisible()
  await expect(page.getByText('DEMO', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Private Key')).toHaveValue('')
  await page.getByRole('button', { name: 'Use the sign-in of Ada Moreno' }).click()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('sign-up and sign-in work with the keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  const { keyboard } = page
  await page.goto('/signup')
  await arrived(page)
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await keyboard.type('Mary Keys')
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(`${randomUUID()}@example.org`)
  await tabTo(page, page.getByLabel('Passcode', { exact: true }))
  await keyboard.type(PASSCODE)
  await tabTo(page, page.getByRole('button', { name: 'Use code' }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Create Account' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signup-success$/)
  await tabTo(page, page.getByRole('button', { name: 'Copy private key' }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Back to Sign In' }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Private Key'))
  await keyboard.press('ControlOrMeta+V')
  await tabTo(page, page.getByLabel('Passcode', { exact: true }))
  await keyboard.type(PASSCODE)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})
