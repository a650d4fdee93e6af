import { newMember, verifyEmail } from './members.ts'
import { PASSCODE, signIn } from './people.ts'
import { expect, expectToast, test } from './test.ts'

test('a form says while one types whether a passcode is hard to guess', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill('Ada Moreno')
  const passcode = page.getByLabel('Passcode', { exact: true })
  await passcode.fill('letmein123456')
  await expect(page.getByText('This passcode is too easy to guess.')).toBeVisible()
  await passcode.fill('AdaMoreno1985')
  await expect(page.getByText('too little is left to guess')).toBeVisible()
  await passcode.fill('short')
  await expect(page.getByText('Choose a passcode of at least 12 characters.')).toBeVisible()
  await passcode.fill(PASSCODE)
  await expect(page.getByText('Hard to guess.')).toBeVisible()
  await passcode.fill('')
  await expect(page.getByText('A sentence is easy to remember.')).toBeVisible()
})

test('too many wrong passcodes offer a link by mail, which lets the owner in', async ({ page, request }) => {
  const member = await newMember(request)
  await verifyEmail(request, member)
  await page.goto('/signin')
  for (let attempt = 0; attempt < 11; attempt++) {
    await page.getByLabel('Private Key').fill(member.privateKey)
    await page.getByLabel('Passcode', { exact: true }).fill(`guess number ${attempt}`)
    const answered = page.waitForResponse('**/api/users/login')
    await page.getByRole('button', { name: 'Access Dashboard' }).click()
    await answered
  }
  await page.getByRole('link', { name: 'ask for a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In With a Link' })).toBeVisible()
  await page.getByRole('button', { name: 'Mail Me a Link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Mail Me a Link' }).click()
  await expect(page.getByText('Please look in your mail')).toBeVisible()

  await page.goto('/demo/mail')
  const mail = page.getByRole('article').filter({ hasText: member.email })
  await mail.getByRole('link', { name: /signin-link/ }).click()
  await page.getByRole('button', { name: 'Use This Browser' }).click()
  await expectToast(page, 'We know this browser now. Please sign in.')
  await expect(page).toHaveURL(/\/signin$/)
  await signIn(page, member)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a sign-in link that is over says so, and offers a new one', async ({ page }) => {
  await page.goto('/signin-link#not-a-token-of-ours')
  await page.getByRole('button', { name: 'Use This Browser' }).click()
  await expectToast(page, 'This link has run out or was used before.')
  await expect(page.getByRole('button', { name: 'Mail Me a Link' })).toBeVisible()
})
