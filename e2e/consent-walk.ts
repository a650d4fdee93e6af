import type { APIRequestContext, Page } from '@playwright/test'
import { askedOf, CONSENT_REPLIES, REFUSED_COUNTRY, withDocuments } from './longest/consent-replies.ts'
import { answerWith } from './longest/screens.ts'
import { newMember, openAs } from './members.ts'
import type { Walk } from './opened.ts'
import { settled } from './people.ts'
import { expect } from './test.ts'

/** Whatever shows once documents are published, with the longest data: no server of these tests publishes any. */
export async function visitConsent(page: Page, request: APIRequestContext, { said, look }: Walk): Promise<void> {
  const read = async (path: string, headers = {}) => (await request.get(`/api${path}`, { headers })).json()
  await answerWith(page, { ...CONSENT_REPLIES, ...withDocuments(await read('/settings/public')) })

  await page.goto('/signup')
  await expect(page.getByRole('link', { name: said('documents.terms') })).toBeVisible()
  await look('sign-up with documents')
  await unfilled(page)
  await page.goto('/documents')
  await expect(page.getByRole('link', { name: said('documents.terms') })).toBeVisible()
  await look('list of documents')
  await page.goto('/documents/terms')
  await expect(page.getByText(said('publicDocuments.fingerprint'))).toBeVisible()
  await look('document in force')
  await page.goto('/documents/privacy-v1')
  await expect(page.getByRole('link', { name: said('publicDocuments.toNewest') })).toBeVisible()
  await look('document of before')

  const member = await newMember(request)
  const profile = await read('/users/profile', { authorization: `Bearer ${member.token}` })
  const button = (id: string) => page.getByRole('button', { name: said(id), exact: true })

  await answerWith(page, askedOf(profile, { agreement: 'again', moreAt: null }))
  await openAs(page, member, '/agreement')
  await expect(page.getByRole('checkbox')).toHaveCount(4)
  await button('agreement.page.submit').click()
  await expect(page.getByText(said('agreement.page.incomplete'))).toBeVisible()
  for (const document of await page.locator('summary').all()) await document.click()
  await look('documents to agree to')
  await page.getByRole('combobox', { name: said('agreement.page.country') }).selectOption(REFUSED_COUNTRY)
  await expect(page.getByRole('alert')).toBeVisible()
  await look('country that is refused')
  for (const path of ['deposit', 'donate', 'withdraw', 'fund-transfer']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('link', { name: said('agreement.gate.open') })).toBeVisible()
    await settled(page)
    await look(`${path}, before agreeing again`)
  }
  await page.goto('/dashboard/setting?tab=data')
  await expect(page.getByText(said('agreement.record.due'))).toBeVisible()
  await settled(page)
  await look('what was agreed to')

  await answerWith(page, askedOf(profile, { agreement: 'first', moreAt: null }))
  await page.goto('/dashboard/donate')
  await button('agreement.page.later').click()
  await expect(page.getByText(said('agreement.gate.first'))).toBeVisible()
  await settled(page)
  await look('donate, before agreeing for the first time')

  await answerWith(page, askedOf(profile, { agreement: null, moreAt: 9 }))
  await page.goto('/dashboard/donate')
  await settled(page)
  await expect(page.getByText(partOf(said('agreement.gate.wait')))).toBeVisible()
  await look('donate, before the time to wait is over')
  await page.goto('/dashboard/withdraw')
  await settled(page)
  await page.getByRole('textbox', { name: said('withdraw.amount') }).fill('9999999999')
  await button('withdraw.submit').click()
  await expect(page.getByText(said('withdraw.tooMuchForLevel'))).toBeVisible()
  await look('withdrawal above the limits of a level')
}

/** Of a message with values, what is before the first. */
export const partOf = (message: string): string => message.split('{')[0]?.trim() ?? ''

/** Public pages come with their data. Without it they ask for it, and are answered. */
const unfilled = (page: Page): Promise<unknown> =>
  page.route('**/documents', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script[^>]*id="page-data".*?<\/script>/s, '')
    return route.fulfill({ response, body })
  })
