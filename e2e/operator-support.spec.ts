import { randomBytes } from 'node:crypto'
import { expectNoViolations } from './axe.ts'
import { confirm, signedIn } from './console.ts'
import { LONGEST_CASE, SUPPORT_REPLIES } from './longest/support-replies.ts'
import { answerWith } from './longest/screens.ts'
import { newMember, openAs as openAsMember } from './members.ts'
import { call, openAs } from './operators.ts'
import { expectNoWiderThan, openMenu, settled, tabTo } from './people.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, expectToast, test } from './test.ts'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

type Unmatched = { data: { unmatched: { id: number; transaction: string; assignable: boolean }[] } }

test('a missing deposit: looked up, asked about, found, credited, solved', async ({ page, request, olga, oscar }) => {
  const person = await newMember(request, { name: `Mina ${randomBytes(3).toString('hex')}` })
  const member = signedIn(person)
  // To our treasury, which is shown beside every deposit address, in place of the address itself.
  const { data: wallet } = await call<{ data: { parameters: { treasury: string } } }>(request, member, {
    path: '/wallet/generate',
    body: {},
  })
  const { data: paid } = await call<{ data: { transaction_hash: string } }>(request, member, {
    path: '/demo/pay',
    body: { address: wallet.parameters.treasury, amount: 12.5 },
  })
  const hash = paid.transaction_hash

  await openAsMember(page, person, '')
  await openMenu(page)
  await page.getByRole('link', { name: 'Support', exact: true }).click()
  await expect(page.getByText('You have not asked anything yet.')).toBeVisible()
  await page.getByRole('link', { name: /^My deposit is missing/ }).click()
  await page.getByRole('button', { name: 'Look it up' }).click()
  await expect(page.getByText('Transaction hash is required')).toBeVisible()
  await page.getByLabel('Transaction hash').fill('my transaction')
  await page.getByRole('button', { name: 'Look it up' }).click()
  await expect(page.getByText('There are no 64 letters and digits of a hash in this.')).toBeVisible()
  // As copied from an explorer.
  await page.getByLabel('Transaction hash').fill(`https://explorer.example/tx/${hash}`)
  await page.getByRole('button', { name: 'Look it up' }).click()
  await expect(page.getByText(/but not to one of your addresses/)).toBeVisible()
  await page.getByLabel('What happened?').fill('I copied the wrong address.\nCan you find it?')
  await page.getByRole('button', { name: 'Open a case' }).click()
  await expectToast(page, /^Your case \w{8} is open/)
  await expect(page.getByText('Waiting for us')).toBeVisible()
  await expect(page.getByText(hash)).toBeVisible()
  const reference = new URL(page.url()).searchParams.get('case') ?? ''

  await openAs(page, olga, '/operator/cases')
  await page.getByLabel('Search by reference').fill(reference.toLowerCase())
  const row = page.getByRole('row').filter({ hasText: reference })
  await expect(row).toContainText('New')
  await row.getByRole('link', { name: reference }).click()
  await expect(page.getByText('Not to an address of the member’s')).toBeVisible()
  const beside = page.getByRole('region', { name: 'The member' })
  await expect(beside.getByRole('link', { name: person.name })).toBeVisible()
  const number = Number(
    await beside
      .locator('dt', { hasText: /^Number$/ })
      .locator('+ dd')
      .textContent(),
  )

  // Two operators give it to whom it belongs, as the other journeys test.
  const found = async () =>
    (await call<Unmatched>(request, olga, { path: '/operator/unmatched' })).data.unmatched.find(
      ({ transaction, assignable }) => transaction === hash && assignable,
    )
  let proposal = 0
  // It is refused until the transfer is final.
  await expect(async () => {
    const { data } = await call<{ data: { proposal: { id: number } } }>(request, olga, {
      path: '/operator/proposals/assignment',
      body: { unmatched: (await found())?.id, member: number, why: `Case ${reference}` },
    })
    proposal = data.proposal.id
  }).toPass({ timeout: within(60_000).timeout })
  await call(request, oscar, {
    path: `/operator/proposals/${proposal}/approve`,
    body: { why: 'Seen on the chain' },
  })

  await page.getByRole('textbox', { name: 'Answer' }).fill('We found it: it is in your impact balance now.')
  await page.getByRole('button', { name: 'Send and solve' }).click()
  await expectToast(page, 'The answer is sent, and the case is solved.')
  await expect(page.getByText('Solved', { exact: true })).toBeVisible()

  await openAs(page, member, '/dashboard/inbox')
  await page.getByRole('link', { name: new RegExp(`Your case ${reference} is solved`) }).click()
  await expect(page.getByText('We found it: it is in your impact balance now.')).toBeVisible()
  await expect(page.getByText('Solved', { exact: true })).toBeVisible()
  const profile = await call<{ data: { balances: { deposit_balance: number } } }>(request, member, {
    path: '/users/profile',
  })
  expect(profile.data.balances.deposit_balance).toBe(12.5)
})

test('a deposit that arrived is shown at once, and leads to it', async ({ page, request }) => {
  const person = await newMember(request)
  const member = signedIn(person)
  const { data: wallet } = await call<{ data: { wallet_address: string } }>(request, member, {
    path: '/wallet/generate',
    body: {},
  })
  const { data: paid } = await call<{ data: { transaction_hash: string } }>(request, member, {
    path: '/demo/pay',
    body: { address: wallet.wallet_address, amount: 7 },
  })
  await openAsMember(page, person, '/support?ask=missing_deposit')
  await page.getByLabel('Transaction hash').fill(paid.transaction_hash)
  const look = page.getByRole('button', { name: 'Look it up' })
  await expect(async () => {
    await look.click()
    await expectWithin(page.getByText('Your deposit of $7.00000 has arrived')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: within(60_000).timeout })
  await expect(page.getByLabel('What happened?')).toBeHidden()
  await page.getByRole('link', { name: 'Show the deposit' }).click()
  await expect(page.locator('tr[aria-current="true"]')).toContainText('$7.00000')

  // From the row itself to a case about it.
  await page.locator('tr[aria-current="true"]').locator('[data-figure="deposit"]').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Ask support about this' }).click()
  await expect(page.getByRole('heading', { name: 'About a deposit' })).toBeVisible()
  await page.getByRole('button', { name: 'Open a case' }).click()
  await expect(page.getByText('Please describe it in a few words.')).toBeVisible()
  await page.getByLabel('What happened?').fill('Is this one mine?')
  await page.getByRole('button', { name: 'Open a case' }).click()
  await expect(page.getByRole('link', { name: 'The deposit' })).toBeVisible()
  await page.getByRole('button', { name: 'It is solved' }).click()
  await expect(page.getByText('This case is solved. If you write again, it is open again.')).toBeVisible()
})

test('a transaction of another network opens a case with what was found', async ({ page, request, olga }) => {
  const person = await newMember(request)
  await openAsMember(page, person, '/support?ask=wrong_network')
  await page.getByLabel('Network you sent on').selectOption('Polygon')
  await page.getByLabel('Transaction hash').fill(randomBytes(32).toString('hex'))
  await page.getByRole('button', { name: 'Look it up' }).click()
  await expect(page.getByText(/does not know this transaction/)).toBeVisible()
  await page.getByLabel('What happened?').fill('I chose the wrong one.')
  await page.getByRole('button', { name: 'Open a case' }).click()
  await expect(page.getByText('Polygon')).toBeVisible()
  const reference = new URL(page.url()).searchParams.get('case') ?? ''

  await openAs(page, olga, `/operator/cases/${reference}`)
  await page.getByRole('button', { name: 'Look it up again' }).click()
  await expect(page.getByText('Not on our chain')).toHaveCount(2)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await confirm(page, { button: 'Close', reason: 'Answered by telephone' })
  await expect(page.getByText('Solved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await confirm(page, { button: 'Reopen', reason: 'Called again' })
  await expect(page.getByText('Waiting for us')).toBeVisible()
})

test('an open case shows the answer without a reload', async ({ page, request, olga }) => {
  const person = await newMember(request)
  const member = signedIn(person)
  const { data } = await call<{ data: { reference: string } }>(request, member, {
    path: '/support/cases',
    body: { topic: 'other', subject: 'A question', text: 'Is anybody there?' },
  })
  await openAsMember(page, person, `/support?case=${data.reference}`)
  await expect(page.getByText('Is anybody there?')).toBeVisible()
  await expect(page.locator('[data-live]')).toHaveCount(1)
  await call(request, olga, {
    path: `/operator/cases/${data.reference}/answer`,
    body: { text: 'Yes, we are.', solved: false },
  })
  await expect(page.getByText('Yes, we are.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your message' }).fill('Good.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('list', { name: 'Messages' }).getByText('Good.')).toBeVisible()
})

test('with the keyboard alone', { tag: '@keyboard' }, async ({ page, request }) => {
  await openAsMember(page, await newMember(request), '/support')
  await settled(page)
  await tabTo(page, page.getByRole('link', { name: /^Something else/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Subject'))
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('All of it.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'By keyboard' })).toBeVisible()
})

test(
  'axe finds nothing in cases with the longest texts, and nothing is too wide',
  { tag: '@axe' },
  async ({ page, request, olga }) => {
    await answerWith(page, SUPPORT_REPLIES)
    const person = await newMember(request)
    const screens = [
      { as: signedIn(person), path: `/dashboard/support?case=${LONGEST_CASE}` },
      { as: olga, path: `/operator/cases/${LONGEST_CASE}` },
    ]
    for (const { as, path } of screens)
      for (const width of [320, 375, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await openAs(page, as, path)
        await expect(page.getByText('not bold')).toBeVisible()
        await settled(page)
        await expectNoWiderThan(page, width, path)
        await expectNoViolations(page, path)
      }
  },
)
