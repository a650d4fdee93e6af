import type { Page } from '@playwright/test'
import { withGenerousFriend } from './earners.ts'
import { fundedMember, newMember, openAs } from './members.ts'
import { PASSCODE, tabTo } from './people.ts'
import { expect, expectToast, test } from './test.ts'

const ELSEWHERE = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

test('sign in, give, send and withdraw with the keyboard alone', { tag: '@keyboard' }, async ({ page, request }) => {
  const member = await fundedMember(request, 30)
  const friend = await withGenerousFriend(request, member)
  const recipient = await newMember(request, { name: 'Ida Rhodes' })

  await test.step('sign in', async () => {
    await page.goto('/signin')
    await tabTo(page, page.getByLabel('Private Key'))
    await page.keyboard.type(member.privateKey)
    await tabTo(page, page.getByLabel('Passcode', { exact: true }))
    await page.keyboard.type(PASSCODE)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Financial Overview' })).toBeFocused()
  })

  await test.step('the skip link leads past the menu', async () => {
    await page.reload()
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeAttached()
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })

  await test.step('donate', async () => {
    await goWithKeys(page, 'Donate', 'Donate Funds')
    await tabTo(page, page.getByLabel('Amount'))
    await page.keyboard.type('20')
    await page.keyboard.press('Enter')
    await inSheet(page, 'Make this donation?', 'Donate $20.00000')
    await expectToast(page, /Your donation of \$20\.00000 was made/)
  })
  await friend.earn()

  await test.step('transfer', async () => {
    await goWithKeys(page, 'Fund Transfer', 'Fund Transfer')
    await tabTo(page, page.getByLabel('Recipient Private Key'))
    await page.keyboard.type(recipient.referralCode)
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
    await page.keyboard.type('5')
    await tabTo(page, page.getByRole('button', { name: 'Send Fund' }))
    await page.keyboard.press('Space')
    await inSheet(page, 'Send these funds?', 'Send $5.00000')
    await expect(page.getByText('Ida Rhodes has received $5.00000.')).toBeVisible()
    await tabTo(page, page.getByRole('tab', { name: 'Success' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('row', { name: /Ida Rhodes/ })).toBeVisible()
  })

  await test.step('withdraw, go back once, and cancel it in the end', async () => {
    await goWithKeys(page, 'Withdraw', 'Withdraw Funds')
    await expect(page.getByText('Available to withdraw $10.40000')).toBeVisible()
    await tabTo(page, page.getByPlaceholder('Enter your amount USD'))
    await page.keyboard.type('10')
    await tabTo(page, page.getByPlaceholder('Enter your withdraw wallet address'))
    await page.keyboard.type(ELSEWHERE)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByPlaceholder('Enter your withdraw wallet address')).toBeFocused()
    await page.keyboard.press('Enter')
    await inSheet(page, 'Withdraw these funds?', 'Withdraw $10.00000')
    const row = page.getByRole('row', { name: /Withdrawal/ })
    await expect(row).toContainText('Pending')
    await tabTo(page, row.getByRole('button', { name: 'Cancel the withdrawal of $10.00000' }))
    await page.keyboard.press('Enter')
    await expect(row).toContainText('Rejected')
  })
})

test(
  'tabs are one Tab stop, and arrow keys, Home and End move between them',
  { tag: '@keyboard' },
  async ({ page, request }) => {
    await openAs(page, await newMember(request), '/reports')
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await tabTo(page, tab('Direct Referrals'))
    for (const [key, name] of [
      ['ArrowRight', 'Earning'],
      ['ArrowLeft', 'Direct Referrals'],
      ['ArrowLeft', 'Team Tree Graph'],
      ['ArrowRight', 'Direct Referrals'],
      ['End', 'Team Tree Graph'],
      ['Home', 'Direct Referrals'],
      ['ArrowRight', 'Earning'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(tab(name)).toBeFocused()
      await expect(page.getByRole('tab', { selected: true })).toHaveText(name)
      await expect(page.getByRole('tabpanel')).toHaveAccessibleName(name)
    }
    expect(new URL(page.url()).searchParams.get('tab')).toBe('earning')
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator(':focus')).not.toHaveRole('tab')
    await page.keyboard.press('Tab')
    await expect(tab('Earning')).toBeFocused()
  },
)

/** Back to the menu, which comes before the content. */
async function goWithKeys(page: Page, entry: string, title: string): Promise<void> {
  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry, exact: true }),
    'Shift+Tab',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
}

async function inSheet(page: Page, title: string, button: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title })
  await expect(sheet).toBeVisible()
  await tabTo(page, sheet.getByRole('button', { name: button }))
  await page.keyboard.press('Enter')
}

test(
  'a step of the settings is left with Escape or Cancel, and the focus returns',
  { tag: '@keyboard' },
  async ({ page, request }) => {
    await openAs(page, await newMember(request), '/setting?tab=security')
    const setUp = page.getByRole('button', { name: 'Set up 2FA' })
    for (const leave of ['Escape', 'Cancel']) {
      await setUp.focus()
      await page.keyboard.press('Enter')
      await expect(
        page.getByRole('form', { name: 'Set up two-factor' }).getByLabel('Passcode', { exact: true }),
      ).toBeFocused()
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else {
        await page.getByRole('button', { name: 'Cancel' }).focus()
        await page.keyboard.press('Enter')
      }
      await expect(setUp).toBeFocused()
    }
    await page.goto('/dashboard/setting')
    const change = page.getByRole('button', { name: 'Change email' })
    await change.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('New email')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Email is required')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(change).toBeFocused()
    await page.goto('/dashboard/setting?tab=data')
    for (const name of ['Ask for my data', 'Erase my account']) {
      const button = page.getByRole('button', { name })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Passcode', { exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    }
  },
)
