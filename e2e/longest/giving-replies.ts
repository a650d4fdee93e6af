import type { listCauses, readCause } from '@trefoil/contract/causes'
import type { listNotifications } from '@trefoil/contract/notifications'
import type { listOperatorCauses, readOperatorCause } from '@trefoil/contract/operator/causes'
import type { dryRunPayout } from '@trefoil/contract/operator/proposals'
import type { verifyReceipt } from '@trefoil/contract/receipts'
import { person, unbroken, type DataOf } from './people.ts'
import { LONG } from './values.ts'

const summary = LONG.prose.slice(0, 280)
const html = `<p>${LONG.prose}</p><p>${LONG.unbroken}</p><pre><code>${LONG.hash} ${LONG.hash}</code></pre>`
const figures = { given: LONG.amount, paid_out: LONG.amount, waiting: LONG.amount, donors: LONG.whole }

const openCauses = [LONG.name, LONG.unbroken].map((name, index) => ({
  slug: `${'long-'.repeat(11)}${index}`,
  name,
  summary: index === 0 ? summary : LONG.unbroken,
  state: 'open' as const,
  picture: null,
  ...figures,
}))

const update = {
  id: 1,
  title: LONG.unbroken,
  text: LONG.prose,
  html,
  posted_at: LONG.instant,
  corrected_at: LONG.instant,
  pictures: [],
}

const causes: DataOf<typeof listCauses> = { causes: openCauses }

const cause: DataOf<typeof readCause> = {
  slug: 'longest',
  name: LONG.unbroken,
  summary,
  state: 'open',
  picture: null,
  ...figures,
  story: '',
  story_html: html,
  legal: {
    name: LONG.unbroken + LONG.unbroken.slice(0, 98),
    country: 'KE',
    registration_number: LONG.unbroken,
    link: `https://example.org/${LONG.unbroken}`,
  },
  payout_address: LONG.address,
  payouts: [{ date: LONG.instant, amount: LONG.amount, transaction: LONG.hash, link: null }],
  updates: [update],
}

const notifications: DataOf<typeof listNotifications> = {
  notifications: [LONG.prose.slice(0, 120), LONG.unbroken].map((title, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    topic: 'causes',
    title,
    text: index === 0 ? LONG.prose : LONG.hash + LONG.hash,
    code: 'cause_update',
    params: { title, cause: LONG.prose },
    link: '/dashboard',
    created_at: LONG.instant,
    read: index === 1,
  })),
  unread: 100,
  newest: 'newest',
  next_cursor: null,
}

const receipt: DataOf<typeof verifyReceipt> = {
  genuine: true,
  reference: LONG.reference,
  amount: LONG.amount,
  date: LONG.instant,
  cause: LONG.unbroken,
  log_position: Number.MAX_SAFE_INTEGER,
  reversed_on: LONG.instant,
}

const rows: DataOf<typeof listOperatorCauses>['causes'] = openCauses.map(({ slug, name }, index) => ({
  id: index + 1,
  slug,
  name,
  state: 'open',
  is_default: index === 0,
  ...figures,
}))

const record: DataOf<typeof readOperatorCause>['cause'] = {
  id: 2,
  slug: 'longest',
  name: LONG.unbroken,
  state: 'open',
  is_default: false,
  ...figures,
  summary,
  story: LONG.prose,
  picture: null,
  legal_name: LONG.unbroken,
  country: 'KE',
  registration_number: LONG.unbroken,
  link: `https://example.org/${LONG.unbroken}`,
  deductible: [{ jurisdiction: 'DE', words: LONG.prose }],
  version: 2_147_483_647,
  written_by: unbroken,
  written_at: LONG.instant,
  held: 0.00001,
  payout_address: LONG.address,
  payout_address_from: LONG.instant,
  updates: [
    { ...update, pictures: [], posted_by: unbroken, revision: 2, changed_by: unbroken, withdrawn_at: null },
    {
      ...update,
      id: 2,
      title: LONG.name,
      pictures: [],
      posted_by: person,
      revision: 3,
      changed_by: person,
      withdrawn_at: LONG.instant,
    },
  ],
}

const payout: DataOf<typeof dryRunPayout> = {
  address: LONG.address,
  address_since: LONG.instant,
  vault: { float: LONG.amount, per_payment: 0.00001, per_day: LONG.amount, left_today: LONG.amount },
  accounts: [
    { account: 'cause', before: LONG.amount, after: 0 },
    { account: 'held', before: 0, after: LONG.amount },
  ],
  refused: null,
}

const replied = (data: object) => ({ success: true, message: '', data })

/** Replies of causes, inbox and receipts, by path. */
export const GIVING_REPLIES: Record<string, unknown> = {
  '/causes': replied(causes),
  '/causes/longest': replied(cause),
  '/notifications': replied(notifications),
  '/receipts/longest': replied(receipt),
  '/operator/causes': replied({ causes: rows }),
  '/operator/causes/2': replied({ cause: record }),
  '/operator/payouts/dry-run': replied(payout),
}
