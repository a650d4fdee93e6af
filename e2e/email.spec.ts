import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newMember, openAs, verificationMailTo } from './members.ts'
import { PASSCODE, signIn } from './people.ts'
import { expect, expectToast, test } from './test.ts'

/** Follows the link of the newest such mail in the demo's outbox, which renews itself, once there are so many. */
async function openMailed(page: Page, email: string, link: RegExp, count = 1): Promise<void> {
  const mail = page
    .getByRole('article')
    .filter({ hasText: email })
    .filter({ has: page.getByRole('link', { name: link }) })
  await page.goto('/demo/mail')
  await expect(mail).toHaveCount(count)
  await mail.first().getByRole('link', { name: link }).click()
}

test('verify the e-mail address by link, change it, verify the new one by code, and take the old one back', async ({
  page,
  request,
}) => {
  const member = await newMember(request)
  const newEmail = `${randomUUID()}@example.org`

  await test.step('settings say that it is not verified', async () => {
    await verificationMailTo(request, member.email)
    await openAs(page, member, '/setting')
    await expect(page.getByText('Not verified')).toBeVisible()
    await page.getByLabel('Verification code').fill('000000')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('This code is not right')).toBeVisible()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expectToast(page, 'A mail with a link and a code is on its way.')
  })

  await test.step('verify by the mailed link, with a click', async () => {
    // Only the newer of both works.
    await openMailed(page, member.email, /verify-email/, 2)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your e-mail address is verified.' })).toBeVisible()
    await page.getByRole('link', { name: 'Open settings' }).click()
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  })

  await test.step('change it', async () => {
    await page.getByRole('button', { name: 'Change email' }).click()
    const sheet = page.getByRole('dialog', { name: 'Change your email' })
    await expect(sheet.getByLabel('New email')).toBeFocused()
    await sheet.getByRole('button', { name: 'Change email' }).click()
    await expect(sheet.getByText('Email is required')).toBeVisible()
    await sheet.getByLabel('New email').fill(newEmail)
    await sheet.getByLabel('Passcode', { exact: true }).fill('not my passcode')
    await sheet.getByRole('button', { name: 'Change email' }).click()
    await expect(sheet.getByText('The passcode is not right.')).toBeVisible()
    await sheet.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
    await sheet.getByRole('button', { name: 'Change email' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('Not verified')).toBeVisible()
  })

  await test.step('verify the new one by code', async () => {
    const { code } = await verificationMailTo(request, newEmail)
    await page.getByLabel('Verification code').fill(code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  })

  await test.step('take the old one back', async () => {
    await openMailed(page, member.email, /undo-email-change/)
    await page.getByRole('button', { name: 'Take my email back' }).click()
    await expect(page.getByText('Your e-mail address is yours again.')).toBeVisible()
    const link = page.url()
    await page.getByRole('link', { name: 'Set a new passcode' }).click()
    await expect(page.getByRole('heading', { name: 'Reset Your Passcode' })).toBeVisible()
    // A link works once.
    await page.goto(link)
    await page.getByRole('button', { name: 'Take my email back' }).click()
    await expect(page.getByRole('alert')).toContainText(/./)
    await signIn(page, member)
    await expect(page.getByText('The private key or the passcode is not right.').first()).toBeVisible()
  })
})
