import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { epochs as LONGEST } from './longest/console-money-replies.ts'
import { LONG } from './longest/values.ts'
import { openAs } from './operators.ts'
import { expectNoWiderThan, settled, tabTo } from './people.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

test.describe.configure(within(120_000))
const expect = expectWithin.configure(within(30_000))

type Epoch = (typeof LONGEST)['epochs'][number]

const FRESH: Epoch = {
  number: 1,
  state: 'waiting',
  asked_at: LONG.instant,
  proposal_id: null,
  why: null,
  outstanding: null,
  counted: 0,
  owners: 0,
  seconds: null,
  owed: null,
  there: null,
  coverage_percent: null,
  cost: null,
  transaction: null,
  link: null,
  posted_at: null,
}

/** What the screen has to say first, for every state that an installation may be in, with no data and with the longest. */
const STATES: [sentence: string, contract: string | null, epochs: Epoch[]][] = [
  ['No contract is configured', null, []],
  ['No epoch yet', LONG.address, []],
  ['It begins once nothing is on its way', LONG.address, [FRESH]],
  [LONG.prose, LONG.address, [{ ...FRESH, why: LONG.prose }]],
  [
    'Counting: 10,000 of 1,000,000',
    LONG.address,
    [{ ...FRESH, state: 'building', counted: 10_000, owners: 1_000_000 }],
  ],
  ['An epoch is on its way to the chain', LONG.address, [{ ...FRESH, state: 'posting' }]],
  ['Less is there than is owed', LONG.address, LONGEST.epochs.slice(2)],
  [
    'Everything owed is there',
    LONG.address,
    LONGEST.epochs.slice(2).map((each) => ({ ...each, coverage_percent: 100 })),
  ],
  [`Epoch ${LONG.whole - 1} failed`, LONG.address, LONGEST.epochs.slice(1)],
]

const answer = (page: Page, contract: string | null, epochs: Epoch[]) =>
  page.route('**/api/operator/epochs*', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { contract, epochs, next_cursor: null } } }),
  )

for (const [sentence, contract, epochs] of STATES)
  test(
    `said in words, axe finds nothing in both themes, and it fits phones: ${sentence.slice(0, 50)}`,
    { tag: ['@axe', '@desk-only'] },
    async ({ page, olga }) => {
      await openAs(page, olga, '/favicon.svg')
      await answer(page, contract, epochs)
      await page.goto('/operator/epochs')
      await settled(page)
      await expect(page.getByText(sentence).first()).toBeVisible()
      for (const width of [375, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoWiderThan(page, width, sentence)
        await expectNoViolations(page, sentence)
      }
    },
  )

test(
  'an operator asks for an epoch with the keyboard alone, and can think better of it',
  { tag: '@keyboard' },
  async ({ page, olga }) => {
    await openAs(page, olga, '/favicon.svg')
    await answer(page, LONG.address, [{ ...FRESH, state: 'anchored', owed: 1, there: 1, coverage_percent: 100 }])
    await page.goto('/operator/epochs')
    await settled(page)
    const ask = page.getByRole('button', { name: 'Ask for an epoch' })
    await tabTo(page, ask)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Ask for an epoch now' })
    await expect(sheet).toBeVisible()
    await expectNoViolations(page, 'asking')
    await tabTo(page, sheet.getByLabel('Reason'))
    await page.keyboard.type('A test')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(ask).toBeFocused()
  },
)
