import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeNotice } from '../../apps/server/src/mail/describe-notice.ts'
import { meaningOf } from '../../apps/server/src/mail/notice-meaning.ts'
import { INBOX_KINDS, type InboxKind } from '../../apps/server/src/mail/topics.ts'
import { describeEntry, type EntryFacts } from '../../apps/server/src/reports/describe-entry.ts'
import { meaningOfEntry, meaningOfNote } from '../../apps/server/src/reports/entry-meaning.ts'
import { describeOriginal, meaningOfReversal, type Original } from '../../apps/server/src/reports/reversals.ts'
import { readMessages } from '../../apps/web/languages/read-messages.ts'

// What the server says in English, pages in other languages say from codes. Here both are compared.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Said to operators only, or by programs that send what our own pages never send. */
const NOT_FOR_MEMBERS =
  /^apps\/server\/src\/(operator|cli|testing)\/|\/(reversal|plan-reversal|draft|invalid-rule|signer-handover|end-recovery|first-approval|cause-address|encode-picture|pictures|health|api-keys|target)\.ts$|\.test\.ts$/

/**
 * Whose sentences all mean what the code means: it was not found, is not allowed, or was not sent by our pages. For the
 * others, each sentence has a detail.
 */
const SAID_BY_CODE = [
  'not_found',
  'forbidden',
  'no_session',
  'invalid_reset_token',
  'invalid_sign_in_link',
  'unknown_cause',
  'busy: We are busy. Please try again in a moment.',
  'two_factor_required: Show your second factor to continue.',
  'two_factor_required: describeFactors(account)',
  'step_up_required: Show your second factor again to continue.',
  'invalid_email_link: This link has run out or was used before. Please ask for a new one.',
  'wrong_code: This code is not right, or it was used before. Wait for the next one.',
  'invalid_amount: The amount must be a finite number',
  'invalid_request: current_password and new_password go together.',
  'invalid_request: Send either the token of the link, or the code.',
  'invalid_request: This cursor is not one of this history.',
  'invalid_request: There is no day ${day}.',
  'invalid_request: Name the notifications by `ids` or by `up_to`.',
  'invalid_request: This figure needs ${missing}.',
  'invalid_request: This figure has no ${odd}.',
  'invalid_request: The first size is larger than the second one.',
  'invalid_request: The log has no such entry at this size.',
  'wrong_state: The vault has paid this withdrawal: it cannot be given back.',
  'wrong_state: Another payment to this account is not final yet: try again shortly.',
  'wrong_state: A payment to this account is being looked for on the chain: try again later.',
  'wrong_state: The member is frozen: unfreeze them first, or refuse the withdrawal.',
  'wrong_state: Screening holds this withdrawal: decide about the hit first, or refuse it.',
  'invalid_request: Choose the country that you live in.',
  'busy: The chain cannot be asked right now: try again in a moment.',
  'busy: Screening does not answer about the sender right now: try again in a moment.',
  'insufficient_funds: sentence',
  'insufficient_funds: There is ${show(balance)}, which does not cover ${show(amount)}.',
]

async function sources(which?: 'for operators, too'): Promise<[file: string, code: string][]> {
  const files: string[] = []
  for await (const file of glob('{packages/core,apps/server}/src/**/*.ts', { cwd: ROOT })) files.push(file)
  const isOurs = (file: string) => (which ? !/\.test\.ts$|\/testing\//.test(file) : !NOT_FOR_MEMBERS.test(file))
  const ours = files.filter(isOurs).toSorted()
  return Promise.all(
    ours.map(async (file): Promise<[string, string]> => [file, await readFile(`${ROOT}${file}`, 'utf8')]),
  )
}

/** Code, sentence and whether more follows, of each call as it is written. */
const refusalsIn = (code: string) =>
  Array.from(
    code.matchAll(/new Refusal\(\s*'(\w+)',\s*(?:'([^']*)'|`((?:[^`\\]|\\.)*)`|([\w.()]+))\s*(,?\s*\)|,)/g),
    ([, name = '', text, template, expression, end = '']) => ({
      name,
      sentence: text ?? template ?? expression ?? '',
      hasDetail: !end.includes(')'),
    }),
  )

test('each sentence of a refusal has a detail, or means what its code means', async () => {
  const all = (await sources()).flatMap(([file, code]) => refusalsIn(code).map((refusal) => ({ file, ...refusal })))
  expect(all.length).toBeGreaterThan(90)
  const sentences = new Map<string, Set<string>>()
  for (const { name, sentence } of all) sentences.set(name, (sentences.get(name) ?? new Set()).add(sentence))
  const unsaid = all.filter(
    ({ name, sentence, hasDetail }) =>
      !hasDetail &&
      (sentences.get(name)?.size ?? 0) > 1 &&
      !SAID_BY_CODE.includes(name) &&
      !SAID_BY_CODE.includes(`${name}: ${sentence}`),
  )
  expect(unsaid).toEqual([])
})

test('what pages translate is what the server says', async () => {
  const code = (await sources()).map(([, text]) => text).join('\n')
  const details = (await readMessages()).get('refusalDetails') ?? []
  expect(details.length).toBeGreaterThan(70)
  for (const { id, message } of details) {
    // Composed of parts by the server.
    if (/\.(hold|wait|level)_|closing_first|_not_covered/.test(id)) continue
    const pieces = message.split(/\{\w+\}/).filter((piece) => piece.trim() !== '')
    for (const piece of pieces) expect(code.includes(piece), `${id}: ${piece}`).toBe(true)
    expect(code, id).toContain(`'${id.slice('refusalDetails.'.length).replace(/^withdrawal_.*/, 'wrong_state')}'`)
  }
})

const STEPS = ['requested', 'approved', 'claimed', 'failed', 'paid', 'refused', 'cancelled']
const WITHDRAWAL = { amount: '2000000', address: '0x1', reference: 'W', decision: 'Not your wallet' }
const FACTS: Partial<Record<InboxKind, object[]>> = {
  withdrawal: [
    ...STEPS.map((state) => ({ ...WITHDRAWAL, state })),
    { ...WITHDRAWAL, state: 'refused', decision: null },
  ],
  deposit: [{ amount: '2000000', reference: 'D' }],
  'donations received': [{ amount: '2000000' }],
  'stage reached': [{ stage: 3 }],
  'cause update': [
    { cause: 'Water', slug: 'water', title: 'Ten wells' },
    { cause: 'Water', slug: 'water', title: 'Ten wells', withdrawn: true },
  ],
  'case answered': [
    { reference: 'C', solved: false },
    { reference: 'C', solved: true },
  ],
  'new address': [{ address: '0x1' }],
  'new device': [{ device: 'Firefox on Linux', address: null }],
}

test('a notification’s code and values say what its title and text say', async () => {
  const messages = new Map((await readMessages()).get('notices')?.map(({ id, message }) => [id, message]))
  const said = new Set<string>()
  for (const kind of INBOX_KINDS)
    for (const facts of FACTS[kind] ?? [{}]) {
      const { title, text } = describeNotice(kind, facts)
      const { code, params } = meaningOf(kind, facts)
      const fill = (message = '') =>
        message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String((params as Record<string, unknown>)[name]))
      expect(fill(messages.get(`notices.${code}.title`)), code).toBe(title)
      expect(fill(messages.get(`notices.${code}.text`)), code).toBe(text)
      said.add(code)
    }
  // A browser that is not known by name is not named, so the sentence is another one.
  expect(meaningOf('new device', { device: 'Unknown browser on Linux', address: null }).code).toBe('new_device_unknown')
  said.add('new_device_unknown')
  const known = [...messages.keys()].map((id) => id.split('.')[1])
  expect(new Set(known)).toEqual(said)
})

const ENTRY: EntryFacts = {
  amount: '-2000000',
  share: null,
  reason: 'deposit',
  source: 'impact',
  other: 'Ada',
  why: null,
  reversed: false,
  original: null,
  cause: null,
}
const IN = '2000000'
const ENTRIES: Partial<EntryFacts>[] = [
  { reason: 'deposit', amount: IN },
  { reason: 'donation' },
  { reason: 'donation', cause: 'Water' },
  { reason: 'donation', amount: IN, share: 'sponsor' },
  { reason: 'donation', amount: IN, share: 'level_4' },
  { reason: 'transfer', source: 'available' },
  { reason: 'transfer', amount: IN },
  { reason: 'transfer' },
  { reason: 'withdrawal_held' },
  { reason: 'withdrawal_held', source: 'available' },
  { reason: 'withdrawal_released', amount: IN },
  { reason: 'withdrawal_paid' },
  { reason: 'adjustment', amount: IN },
  { reason: 'adjustment', amount: IN, why: 'A mistake' },
  { reason: 'adjustment' },
  { reason: 'adjustment', why: 'A mistake' },
  { reason: 'closing' },
  { reason: 'closing', cause: 'Water' },
  { reason: 'reversal' },
  { reason: 'reversal', why: 'A mistake' },
]

const ORIGINAL: Original = {
  journal: '7',
  reason: 'donation',
  source: 'impact',
  amount: '2000000',
  at: new Date('2026-03-01T10:00:00Z'),
  reference: 'R',
  sender: 'Ada',
  recipient: 'Ben',
  share: null,
  why: 'A mistake',
}
const ORIGINALS: { original: Original; arrives: boolean }[] = [
  { original: ORIGINAL, arrives: true },
  { original: { ...ORIGINAL, share: 'sponsor' }, arrives: false },
  { original: { ...ORIGINAL, share: 'level_4' }, arrives: false },
  { original: { ...ORIGINAL, reason: 'adjustment' }, arrives: false },
  { original: { ...ORIGINAL, reason: 'transfer', source: 'available' }, arrives: true },
  { original: { ...ORIGINAL, reason: 'transfer' }, arrives: true },
  { original: { ...ORIGINAL, reason: 'transfer' }, arrives: false },
]

const COMPOSED = [
  'Your account was frozen by an operator',
  'Your account was unfrozen by an operator',
  'Ada joined with your referral code',
  'You agreed to our documents',
  'You told us what we asked about you',
  'Your payout address was set to 0x52908400098527886E0F7030069857D2E4169EE7',
  'A deposit of $20.00000 that had been seen is no longer part of the chain, and was not credited',
]

test('the code and values of an activity say what its description says', async () => {
  const messages = new Map((await readMessages()).get('activities')?.map(({ id, message }) => [id, message]))
  const said = new Set(['aMember', 'reversed'])
  const check = ({ code, params }: { code: string; params: object }, description: string) => {
    const message = messages.get(`activities.${code}`) ?? ''
    const filled = message.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String((params as Record<string, unknown>)[name]),
    )
    expect(filled, code).toBe(description)
    said.add(code)
  }
  for (const facts of ENTRIES)
    check(meaningOfEntry({ ...ENTRY, ...facts }), describeEntry({ ...ENTRY, ...facts }).description)
  for (const { original, arrives } of ORIGINALS) {
    const { why } = original
    const description = describeEntry({
      ...ENTRY,
      reason: 'reversal',
      why,
      original: describeOriginal(original, arrives),
    })
    check(meaningOfReversal(original, arrives), description.description)
  }
  // Every note that is written, from the code that writes it.
  const code = (await sources('for operators, too')).map(([, text]) => text).join('\n')
  const written = Array.from(
    code.matchAll(/(?:recordActivity\(\s*tx,\s*\w+,\s*'\w+',|activity:)\s*'([^']+)'/g),
    ([, note = '']) => note,
  )
  expect(written.length).toBeGreaterThanOrEqual(15)
  for (const note of [...written, ...COMPOSED]) {
    const meaning = meaningOfNote(note)
    expect(meaning, note).toBeDefined()
    check(meaning!, note)
  }
  expect(new Set([...messages.keys()].map((id) => id.slice('activities.'.length)))).toEqual(said)
})
