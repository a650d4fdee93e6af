import { confirm } from './console.ts'
import { ageSecondFactor, newOperator } from './new-operator.ts'
import { openAs } from './operators.ts'
import { codeOf, PASSCODE } from './people.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, expectToast, test } from './test.ts'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

test('an act asks for the second factor again after five minutes, and goes on once it was shown', async ({
  page,
  request,
}) => {
  const operator = await newOperator(request, 'Stefan Step')
  await openAs(page, operator, '/operator/settings')
  await page.getByRole('button', { name: 'Turn mails off' }).click()
  await ageSecondFactor(operator)
  const reason = 'Too many at the weekend'
  const act = page.getByRole('dialog', { name: 'Propose to turn off mails to operators' })
  await act.getByLabel('Reason').fill(reason)
  await act.getByRole('button', { name: 'Turn mails off' }).click()

  const again = page.getByRole('dialog', { name: 'Your code, once more' })
  await expect(again.getByLabel('Two-factor code')).toBeFocused()
  await again.getByLabel('Two-factor code').fill('000000')
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again.getByText('This code is not right')).toBeVisible()
  await again.getByLabel('Two-factor code').fill(codeOf(operator.secret, 'now'))
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await expect(act).toBeHidden()
  await expectToast(page, 'It waits for another operator.')

  // Nobody agreed: the next act needs no code.
  await page.goto('/operator/proposals')
  const row = page.getByRole('row').filter({ hasText: reason })
  await row.getByRole('button', { name: /^Take back/ }).click()
  await confirm(page, { button: 'Reject', reason: 'It was only a test' })
  await expect(row).toBeHidden()
})

test('a console that nobody uses warns, then hides itself, and loses nothing that was typed', async ({
  page,
  request,
}) => {
  const operator = await newOperator(request, 'Ida Idle')
  await page.clock.install()
  await openAs(page, operator, '/operator/settings')
  await page.getByRole('button', { name: 'Turn mails off' }).click()
  const reason = page.getByLabel('Reason')
  await reason.fill('Half a sentence')

  const warning = page.getByRole('dialog', { name: 'Still there?' })
  await page.clock.fastForward('29:10')
  await expect(warning).toContainText(/signed out in \d+ seconds/)
  const told = page.waitForResponse('**/api/users/sessions/activity')
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toBeHidden()
  // Otherwise the leap in time would be longer than a call may take.
  await told
  await page.clock.fastForward('25:00')
  await expect(reason).toHaveValue('Half a sentence')
  await expect(warning).toBeHidden()

  await page.clock.fastForward('05:30')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(reason).toBeHidden()
  const gone = await request.get('/api/users/profile', { headers: { authorization: `Bearer ${operator.token}` } })
  expect(gone.status()).toBe(401)

  await again.getByLabel('Private Key').fill(operator.privateKey)
  await again.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
  await again.getByLabel('Two-factor code').fill(codeOf(operator.secret, 'now'))
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again).toBeHidden()
  await expect(reason).toHaveValue('Half a sentence')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings', includeHidden: true })).toBeAttached()
})
