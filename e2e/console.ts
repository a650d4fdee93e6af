import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { fundedMember, type Member } from './members.ts'
import { call, openAs, type Signed } from './operators.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin } from './test.ts'

const expect = expectWithin.configure(within(30_000))

export const newAddress = () => `0x${randomBytes(20).toString('hex')}`

export const withdrawal = (amount: number) => ({
  path: '/transactions/withdrawal',
  body: {
    amount,
    withdrawal_address: newAddress(),
    network: 'BSC',
    payment_method: 'blockchain',
    type: 'Withdrawal',
  },
})

/** Gives the reason and confirms. */
export async function confirm(page: Page, { button, reason }: { button: string; reason: string }): Promise<void> {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Reason').fill(reason)
  await sheet.getByRole('button', { name: button, exact: true }).click()
  await expect(sheet).toBeHidden()
}

/** The withdrawal's row in the queue. */
export const rowOf = (page: Page, amount: number) => page.getByRole('row').filter({ hasText: `$${amount.toFixed(5)}` })

/** Searches for a member in the console and opens their page. */
export async function openMember(page: Page, operator: Signed, { email, name }: Member): Promise<void> {
  await openAs(page, operator, '/operator/members')
  await page.getByLabel('Search').fill(email)
  await page.getByRole('row').filter({ hasText: name }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** For `openAs` and `call`. */
export const signedIn = ({ token, name, email }: Member): Signed => ({ token, user: { name, email, role: 'member' } })

/** The journal of a donation that nobody else reverses. */
export async function makeDonation({ request }: Page, operator: Signed): Promise<number | undefined> {
  const donor = await fundedMember(request, 30, `Dora ${randomBytes(3).toString('hex')}`)
  await call(request, signedIn(donor), { path: '/donations/process', body: { amount: 20 } })
  const found = await call<{ data: { journals: { id: number; source_member: { name: string } | null }[] } }>(
    request,
    operator,
    { path: '/operator/ledger/journals?reason=donation' },
  )
  return found.data.journals.find(({ source_member: source }) => source?.name === donor.name)?.id
}

type Rules = { automatic_payout: object }

/** A new version of the programme, which two operators agree on. */
export async function changeProgramme(
  request: APIRequestContext,
  [first, second]: [Signed, Signed],
  change: (rules: Rules) => object,
): Promise<void> {
  const { data } = await call<{ data: { versions: { rules: Rules }[] } }>(request, first, {
    path: '/operator/programme',
  })
  const [newest] = data.versions
  if (!newest) throw new Error('There is no programme')
  const opened = await call<{ data: { proposal: { id: number } } }>(request, first, {
    path: '/operator/proposals/programme',
    body: { rules: { ...newest.rules, ...change(newest.rules) }, active_from: null, why: 'As the meeting decided' },
  })
  await call(request, second, {
    path: `/operator/proposals/${opened.data.proposal.id}/approve`,
    body: { why: 'As decided in the meeting' },
  })
}

/** A cause that two operators have opened, whose address is new. Its slug is its name in small letters. */
export async function openCauseOf(
  request: APIRequestContext,
  [first, second]: [Signed, Signed],
  name: string,
): Promise<number> {
  const { data } = await call<{ data: { id: number } }>(request, first, {
    path: '/operator/causes',
    body: {
      slug: name.toLowerCase().replaceAll(' ', '-'),
      name,
      summary: 'What a test needs.',
      story: '',
      picture: null,
      picture_description: '',
      legal_name: 'Causes e.V.',
      country: null,
      registration_number: '',
      link: '',
      deductible: [],
      why: 'As the meeting decided',
    },
  })
  await changeCause(request, [first, second], { cause: data.id, change: 'open', address: newAddress() })
  return data.id
}

async function changeCause(
  request: APIRequestContext,
  [first, second]: [Signed, Signed],
  change: { cause: number; change: 'open' | 'close'; address?: string },
): Promise<void> {
  const why = 'As the meeting decided'
  const opened = await call<{ data: { proposal: { id: number } } }>(request, first, {
    path: '/operator/proposals/cause',
    body: { ...change, why },
  })
  await call(request, second, { path: `/operator/proposals/${opened.data.proposal.id}/approve`, body: { why } })
}
