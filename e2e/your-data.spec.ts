import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { fundedMember, newMember, openAs } from './members.ts'
import { PASSCODE } from './people.ts'
import { expect, expectToast, test } from './test.ts'

test('have a copy of one’s data, erase the account, and be a former member to one’s sponsor', async ({
  page,
  browser,
  request,
}) => {
  const sponsor = await newMember(request, { name: 'Sue Sponsor' })
  const member = await newMember(request, { name: 'Nora Nolonger', referralCode: sponsor.referralCode })
  const farewell = page.getByRole('status').filter({ hasText: 'Your account was erased.' })

  await test.step('ask for a copy, and open it', async () => {
    await openAs(page, member, '/setting?tab=data')
    await page.getByRole('button', { name: 'Ask for my data' }).click()
    await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(/^Your file is ready/)).toBeVisible({ timeout: 30_000 })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('trefoil-data.zip')
    const files = unzipSync(await readFile(await download.path()))
    const profile = JSON.parse(strFromU8(files['profile.json']!))
    expect(profile.profile).toMatchObject({ name: 'Nora Nolonger', email: member.email, user_pk: member.privateKey })
    expect(strFromU8(files['tables/session.csv']!)).toContain('127.0.0.1')
    expect(strFromU8(files['history.json']!)).toContain('You joined the programme')
  })

  await test.step('elsewhere, the page says where the copy is, and offers another one', async () => {
    const other = await browser.newContext()
    const theirs = await other.newPage()
    await openAs(theirs, member, '/setting?tab=data')
    await expect(theirs.getByText(/asked for in another browser or sign-in/)).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Download' })).toHaveCount(0)
    await expect(theirs.getByRole('button', { name: 'Ask for my data' })).toBeVisible()
    await other.close()
  })

  await test.step('erase the account', async () => {
    await page.getByRole('button', { name: 'Erase my account' }).click()
    await expect(page.getByLabel('Type ERASE to confirm')).toBeFocused()
    await page.getByLabel('Type ERASE to confirm').fill('ERASE')
    await page.getByLabel('Passcode', { exact: true }).fill('not my passcode')
    const erase = page
      .getByRole('form', { name: 'Erase your account' })
      .getByRole('button', { name: 'Erase my account' })
    await erase.click()
    await expect(page.getByText('The passcode is not right.')).toBeVisible()
    await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
    await erase.click()
    await expect(page).toHaveURL(/\/signin$/)
    await expect(farewell).toBeVisible()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  await test.step('cannot sign in any more', async () => {
    await page.getByLabel('Private Key').fill(member.privateKey)
    await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
    await page.getByRole('button', { name: 'Access Dashboard' }).click()
    await expectToast(page, 'The private key or the passcode is not right.')
  })

  await test.step('the message outlasts every toast, until one leaves', async () => {
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    await expect(farewell).toBeVisible()
    await page.getByRole('link', { name: 'Create An Account' }).click()
    // The address changes first: until the other screen is there, nobody has left this one.
    await expect(page.getByRole('link', { name: 'Create An Account' })).toHaveCount(0)
    await expect(farewell).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Create An Account' })).toBeVisible()
    await expect(farewell).toHaveCount(0)
  })

  await test.step('the sponsor sees a former member', async () => {
    const other = await browser.newContext()
    const theirs = await other.newPage()
    await openAs(theirs, sponsor, '/network')
    await expect(theirs.getByText('Former member').first()).toBeVisible()
    await expect(theirs.getByText('Nora Nolonger')).toHaveCount(0)
    await expect(theirs.getByText(member.email)).toHaveCount(0)
    await other.close()
  })
})

test('with money left, the account stays, and the page says what to do first', async ({ page, request }) => {
  const member = await fundedMember(request, 12)
  await openAs(page, member, '/setting?tab=data')
  await page.getByRole('button', { name: 'Erase my account' }).click()
  await page.getByLabel('Give the $12.00000 that is left to the cause').check()
  await page.getByLabel('Type ERASE to confirm').fill('ERASE')
  await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
  await page.getByRole('form', { name: 'Erase your account' }).getByRole('button', { name: 'Erase my account' }).click()
  await expect(page.getByText(/^First donate or send the \$12\.00000 of your impact balance/)).toBeVisible()
})

test('an address can be shown to the sponsor only', async ({ page, request }) => {
  const member = await newMember(request)
  await openAs(page, member, '/setting?tab=data')
  const choice = page.getByLabel('Show it to my sponsor only')
  await expect(choice).not.toBeChecked()
  await choice.check()
  await expectToast(page, 'From now on only your sponsor sees your e-mail address.')
  await page.reload()
  await expect(page.getByLabel('Show it to my sponsor only')).toBeChecked()
})
