import type { listOperatorCases, readOperatorCase } from '@trefoil/contract/operator/cases'
import type { listCases, readCase } from '@trefoil/contract/support'
import { PEOPLE, person, type DataOf } from './people.ts'
import { LONG } from './values.ts'

const replied = { success: true, message: '' } as const
const TOPICS = ['missing_deposit', 'wrong_network', 'transaction', 'other'] as const
const STATES = ['open', 'waiting', 'solved'] as const
const SUBJECTS = [LONG.name, LONG.unbroken]
const REFERENCE = '8WMWQZXW'

const listed = TOPICS.flatMap((topic, row) =>
  STATES.map((state, column) => ({
    reference: `${REFERENCE.slice(0, 6)}${row}${column}`,
    topic,
    state,
    subject: SUBJECTS[(row + column) % 2] ?? '',
    opened_at: LONG.instant,
    changed_at: LONG.instant,
  })),
)

const cases: DataOf<typeof listCases> = {
  cases: listed.map((row, index) => ({ ...row, unread: index % 2 === 0 })),
  next_cursor: null,
}

const operatorCases: DataOf<typeof listOperatorCases> = {
  cases: listed.map((row, index) => ({
    ...row,
    member: PEOPLE[index % PEOPLE.length] ?? person,
    is_new: index % 2 === 0,
  })),
  open: LONG.whole,
  next_cursor: null,
}

const asked = {
  reference: REFERENCE,
  topic: 'wrong_network',
  state: 'waiting',
  subject: LONG.unbroken,
  about: { kind: 'withdrawal', id: LONG.reference },
  transaction: LONG.hash,
  network: LONG.unbroken.slice(0, 60),
  finding: {
    outcome: 'confirming',
    deposit: LONG.reference,
    amount: LONG.amount,
    confirmations: { seen: 1199, needed: 1200 },
  },
  opened_at: LONG.instant,
  changed_at: LONG.instant,
} as const

const WORDS = [LONG.prose, LONG.hash + LONG.hash, `${LONG.prose}\n\n\tשלום <b>not bold</b>\n${LONG.unbroken}`]

const one: DataOf<typeof readCase> = {
  case: { ...asked, unread: false },
  messages: WORDS.map((text, id) => ({ id, from: id % 2 === 0 ? 'me' : 'support', text, sent_at: LONG.instant })),
}

const operatorsOne: DataOf<typeof readOperatorCase> = {
  case: { ...asked, member: person },
  messages: WORDS.map((text, id) => ({ id, operator: id % 2 === 0 ? null : person, text, sent_at: LONG.instant })),
}

/** What members and operators read about cases. */
export const SUPPORT_REPLIES: Record<string, unknown> = Object.fromEntries(
  Object.entries({
    '/support/cases': cases,
    [`/support/cases/${REFERENCE}`]: one,
    '/operator/cases': operatorCases,
    [`/operator/cases/${REFERENCE}`]: operatorsOne,
  }).map(([path, data]) => [path, { ...replied, data }]),
)

export const LONGEST_CASE = REFERENCE
