import type { Page } from '@playwright/test'
import { SELDOM_EXPLAINED } from './explained-reply.ts'
import { LONG } from './longest/values.ts'
import { within } from './slowdown.ts'

/** The message with this id in the language of the page. */
type Said = (id: string) => string

/** What a walk through screens needs: the words to find its way by, and what to do at each. */
export type Walk = { said: Said; look: (screen: string) => Promise<void> }

type Opened = {
  name: string
  path: string
  open: (page: Page, said: Said) => Promise<void>
  /** Escape closes it, and the page is as before. */
  isSheet?: true
}

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

const fill = (page: Page, label: string, value: string) => page.getByRole('textbox', { name: label }).fill(value)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** A figure's sheet, with all of its first page. */
const explained = (path: string, figure: string): Opened => ({
  name: `explanation of ${figure}`,
  path: `/dashboard${path}`,
  isSheet: true,
  open: async (page) => {
    await page.locator(`main [data-figure="${figure}"]:visible`).first().click()
    await page.locator('[data-explained-value]').waitFor()
  },
})

/** What a member's screens show only after a step: sheets, panels, results and complaints. */
export const OPENED: readonly Opened[] = [
  {
    name: 'donation to confirm',
    path: '/dashboard/donate',
    open: async (page, said) => {
      await fill(page, said('donate.amount'), '12')
      await press(page, said('donate.submit'))
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'withdrawal to confirm',
    path: '/dashboard/withdraw',
    open: async (page, said) => {
      await fill(page, said('withdraw.amount'), '11')
      await fill(page, said('withdraw.address'), ADDRESS)
      await press(page, said('withdraw.submit'))
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'withdrawal with nothing typed',
    path: '/dashboard/withdraw',
    open: async (page, said) => {
      await press(page, said('withdraw.submit'))
      await page.getByText(said('withdraw.addressRequired')).first().waitFor()
    },
  },
  {
    name: 'large code and payment request',
    path: '/dashboard/deposit',
    open: async (page, said) => {
      await page.getByRole('button', { name: said('deposit.enlarge') }).click()
      await page.getByRole('dialog').getByText(said('deposit.app.open')).click()
      await page.getByRole('img', { name: said('deposit.app.qrLabel') }).waitFor()
    },
  },
  {
    name: 'transaction that nobody knows',
    path: '/dashboard/support?ask=wrong_network',
    open: async (page, said) => {
      await fill(page, said('support.lookUp.hash'), LONG.hash)
      await press(page, said('support.lookUp.submit'))
      await page.getByRole('textbox', { name: said('support.form.text') }).waitFor()
    },
  },
  {
    name: 'two-factor to set up',
    path: '/dashboard/setting?tab=security',
    open: async (page, said) => {
      await press(page, said('settings.twoFactor.setUp'))
      await page.getByText(said('settings.twoFactor.confirmText')).first().waitFor()
    },
  },
  {
    name: 'account to erase',
    path: '/dashboard/setting?tab=data',
    open: async (page, said) => {
      await press(page, said('settings.data.erase'))
      const label = new RegExp(said('settings.data.eraseWord').replace('{word}', '.*ERASE.*'))
      await page.getByRole('textbox', { name: label }).waitFor()
    },
  },
  {
    name: 'inbox panel',
    path: '/dashboard',
    open: async (page, said) => {
      await page
        .getByRole('button', { name: said('inbox.title') })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  explained('', 'available'),
  explained('', 'impact'),
  explained('', 'earning_threshold'),
  explained('', 'stage'),
  explained('', 'top_referrers'),
  explained('/network', 'member_stage'),
  explained('/reports?tab=referrals', 'total_referrals'),
  explained('/reports?tab=performance', 'team_size'),
  explained('/reports?tab=performance', 'team_donations'),
  explained('/donate', 'donation'),
  explained('/donate', 'min_donation'),
  explained('/withdraw', 'withdrawal'),
  {
    name: 'explanation of what is seldom',
    path: '/dashboard',
    open: async (page) => {
      await page.route('**/api/explain/impact*', (route) => route.fulfill({ json: SELDOM_EXPLAINED }))
      await page.locator('main [data-figure="impact"]:visible').first().click()
      await page.locator('[data-explained-value]').waitFor()
      await page.unroute('**/api/explain/impact*')
    },
  },
  {
    name: 'what was verified',
    path: '/dashboard/verify',
    open: async (page) => {
      await page.locator('main li[data-outcome]').first().waitFor(within(60_000))
      await page
        .locator('main details')
        .evaluateAll((all) => all.forEach((each) => ((each as HTMLDetailsElement).open = true)))
    },
  },
]
