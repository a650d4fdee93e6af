import { beforeAll, expect, test, vi } from 'vitest'

// As on a page in Spanish whose texts could not be translated: how dates are written is of the language alone.
const TEXTS = `data:text/javascript,${encodeURIComponent('export const later = undefined; export default {}')}`

// Other files share their modules with this one, and are in English.
beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'es', dataset: { catalogue: TEXTS } } })
  vi.resetModules()
  return () => {
    vi.unstubAllGlobals()
    vi.resetModules()
  }
})

const MOMENT = '2026-03-01 10:05 UTC'
const SPANISH = /^(1 de marzo|28 de febrero) de 2026(,| a las) \d\d:\d\d$/

test('a moment in a refusal is written as the language of the page does', async () => {
  const { sentenceFor } = await import('./refusal-copy.ts')
  const held = sentenceFor({ code: 'security_hold', detail: 'hold_donating', params: { until: MOMENT } }) ?? ''
  const [, until = ''] = /until (.*): access/.exec(held) ?? []
  expect(until).toMatch(SPANISH)
  const first = sentenceFor({ code: 'waiting_period', detail: 'first_donation_from', params: { moment: MOMENT } })
  expect(first).toContain(until)
  // What is not a moment stays as it is.
  expect(sentenceFor({ code: 'security_hold', detail: 'hold_donating', params: { until: 'soon' } })).toContain('soon')
})

test('so is one of a withdrawal that waits', async () => {
  const { transactionIn } = await import('./later/transaction-copy.ts')
  const said = transactionIn('waits_for_security', { until: MOMENT }) ?? ''
  expect(said.replace('Delayed for your security until ', '')).toMatch(SPANISH)
})

test('a month in an explanation is its name, and the place below somebody a word', async () => {
  const { explanationIn } = await import('./later/explanation-copy.ts')
  expect(explanationIn('joined_in', { month: '2026-03' })).toBe('Joined in marzo de 2026')
  expect(explanationIn('reversal_of_earnings_moved', { day: '2026-03-01' })).toContain('1 de marzo de 2026')
})
