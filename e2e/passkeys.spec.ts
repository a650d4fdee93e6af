import { expectNoViolations } from './axe.ts'
import { authenticatorsOf } from './authenticators.ts'
import { earningMember } from './earners.ts'
import { newMember, openInSession } from './members.ts'
import { expectNoWiderThan, logOut, PASSCODE } from './people.ts'
import { SERVERS } from './servers.ts'
import { expect, expectToast, test } from './test.ts'

// Browsers give passkeys to names only.
const BY_NAME = SERVERS.members.url.replace('127.0.0.1', 'localhost')
const ELSEWHERE = '0x52908400098527886E0F7030069857D2E4169EE7'

test.describe('at an address with a name', () => {
  test.use({ baseURL: BY_NAME })

  test('add two passkeys, sign in without a passcode, withdraw with one, remove one', async ({ page, request }) => {
    const authenticators = await authenticatorsOf(page)
    await openInSession(page, await earningMember(request), '/setting?tab=security')
    const list = page.getByRole('list', { name: 'Your passkeys' })

    await test.step('the first brings recovery codes', async () => {
      await authenticators.take('telephone')
      await expect(page.getByText('You have no passkey yet.')).toBeVisible()
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Name is required', { exact: true })).toBeVisible()
      await page.getByLabel('Name', { exact: true }).fill('My telephone')
      await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expectToast(page, 'The passkey was added.')
      await expect(page.getByText(/^([0-9a-z]{4}-){5}[0-9a-z]{4}$/)).toHaveCount(10)
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await expect(list.getByRole('listitem')).toContainText(['My telephone'])
    })

    await test.step('the same device is not added twice', async () => {
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Name', { exact: true }).fill('My telephone again')
      await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page.getByText('This device has a passkey of your account already.')).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('the second is confirmed by the first', async () => {
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Key on my ring')
      await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
      // The browser asks for both in turn: the telephone answers first, and the key is plugged in then.
      const options = page.waitForResponse('**/api/users/passkeys/options')
      await page.route('**/api/users/passkeys/options', async (route) => {
        const reply = await route.fetch()
        await authenticators.take('key')
        await route.fulfill({ response: reply })
      })
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      expect((await options).status()).toBe(200)
      await expect(list.getByRole('listitem')).toContainText(['My telephone', 'Key on my ring'])
    })

    await test.step('sign in with it alone', async () => {
      await logOut(page)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
    })

    await test.step('withdraw with the other', async () => {
      await authenticators.take('telephone')
      await page.goto('/dashboard/withdraw')
      await page.getByPlaceholder('Enter your amount USD').fill('10')
      await page.getByPlaceholder('Enter your withdraw wallet address').fill(ELSEWHERE)
      await page.getByRole('button', { name: 'Confirm' }).click()
      const sheet = page.getByRole('dialog', { name: 'Withdraw these funds?' })
      await sheet.getByRole('button', { name: 'Withdraw $10.00000' }).click()
      await expect(sheet.getByText('Code is required')).toBeVisible()
      await sheet.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(sheet).toBeHidden()
      await expect(page.getByText('Available to withdraw $0.40000')).toBeVisible()
    })

    await test.step('rename one, remove the other', async () => {
      await page.goto('/dashboard/setting?tab=security')
      await page.getByRole('button', { name: 'Rename My telephone' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Old telephone')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(list.getByRole('listitem')).toContainText(['Old telephone', 'Key on my ring'])
      await page.getByRole('button', { name: 'Remove Key on my ring' }).click()
      await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expectToast(page, 'The passkey was removed.')
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await expectNoWiderThan(page, page.viewportSize()?.width ?? 0)
    })
  })

  test('a browser without a passkey says so, and the form still works', async ({ page }) => {
    const authenticators = await authenticatorsOf(page)
    await authenticators.take('telephone')
    await page.goto('/signin')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectToast(page, 'No passkey was used.')
    await expect(page.getByRole('button', { name: 'Access Dashboard' })).toBeVisible()
  })

  test('axe finds nothing about passkeys', { tag: '@axe' }, async ({ page, request }) => {
    await openInSession(page, await newMember(request), '/setting?tab=security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectNoViolations(page, 'add a passkey')
  })
})

test('at an IP address no passkey is offered', async ({ page, request }) => {
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: 'Access Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  await openInSession(page, await newMember(request), '/setting?tab=security')
  await expect(page.getByText(/^Passkeys work where this page is opened under a name/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})

test('who has passkeys only is asked for a recovery code where none can be used', async ({ page, request }) => {
  await page.route('**/api/users/profile', async (route) => {
    const reply = await route.fetch()
    const { data, ...rest } = await reply.json()
    const profile = { ...data.profile, two_factor: true, authenticator: false, passkeys: 1 }
    await route.fulfill({ response: reply, json: { ...rest, data: { ...data, profile } } })
  })
  await openInSession(page, await newMember(request), '/setting?tab=security')
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await expect(page.getByText('A recovery code: passkeys cannot be used in this browser.')).toBeVisible()
  await expect(page.getByText(/authenticator app, or a recovery code/)).toHaveCount(0)
})
