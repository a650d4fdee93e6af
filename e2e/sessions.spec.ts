import { newMember, openAs } from './members.ts'
import { isLive, settled } from './people.ts'
import { expect, expectToast, test } from './test.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'

test('a member ends another session, and the other browser is signed out', async ({ page, browser, baseURL }) => {
  const member = await newMember(page.request)
  const openElsewhere = async (userAgent: string) => {
    const elsewhere = await browser.newContext({ userAgent, ...(baseURL !== undefined && { baseURL }) })
    const other = await elsewhere.newPage()
    await openAs(other, member, '')
    await isLive(other)
    return other
  }
  const [firefox, edge] = [await openElsewhere(FIREFOX), await openElsewhere(EDGE)]

  await openAs(page, member, '/setting?tab=security')
  await settled(page)
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(sessions.filter({ hasText: 'Edge on Windows' })).toHaveCount(1)
  const theirs = sessions.filter({ hasText: 'Firefox on Linux' })
  await expect(theirs).toContainText('127.0.0.0/24')
  await theirs.getByRole('button', { name: /^Sign out Firefox on Linux/ }).click()
  await expectToast(page, 'The session was ended.')
  await expect(theirs).toHaveCount(0)
  // By itself: nobody has touched it.
  await expect(firefox).toHaveURL(/\/signin$/)
  await expect(edge).toHaveURL(/\/dashboard$/)

  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(sessions).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign out all others' })).toHaveCount(0)
  await expect(edge).toHaveURL(/\/signin$/)
  await page.reload()
  await settled(page)
  await expect(sessions).toHaveCount(1)
  for (const other of [firefox, edge]) await other.context().close()
})
