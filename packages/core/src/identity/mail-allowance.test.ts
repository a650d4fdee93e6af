import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailAllowance, resetLinkMinutes, shareMails, type AddressState, type MailClass } from './mail-allowance.ts'

const HOUR = 60
const wish = fc.record({
  at: fc.integer({ min: 0, max: 6 * HOUR }),
  mail: fc.constantFrom<MailClass>('reset', 'link', 'notice'),
})
const wishes = fc.array(wish, { maxLength: 200 }).map((all) => all.toSorted((a, b) => a.at - b.at))

/** Sends as the worker does: no reset while a link is valid, and nothing above the allowance. */
function send(state: AddressState, asked: { at: number; mail: MailClass }[]) {
  const sent: { at: number; mail: MailClass }[] = []
  let linkUntil = -1
  const unanswered: number[] = []
  for (const { at, mail } of asked) {
    if (mail === 'reset' && at < linkUntil) continue
    const recent = sent.filter((one) => one.at > at - HOUR)
    const count = (which: MailClass) => recent.filter((one) => one.mail === which).length
    const counts = { reset: count('reset'), link: count('link'), notice: count('notice') }
    const allowed = mailAllowance(state, mail, counts)
    if (allowed === 'held' || allowed === 0) {
      if (mail === 'reset') unanswered.push(at)
      continue
    }
    sent.push({ at, mail })
    if (mail === 'reset') linkUntil = at + resetLinkMinutes(state)
  }
  return { sent, unanswered }
}

test.for(['grace', 'unverified'] as const)(
  'an address that is %s gets at most three mails in any hour, and its owner always has a reset link',
  (state) => {
    fc.assert(
      fc.property(wishes, (asked) => {
        const { sent, unanswered } = send(state, asked)
        for (const { at } of sent)
          expect(sent.filter((one) => one.at > at - HOUR && one.at <= at).length).toBeLessThan(4)
        expect(unanswered).toEqual([])
      }),
    )
  },
)

test('notices wait until the address is verified, and then six an hour are sent', () => {
  const none = { reset: 0, link: 0, notice: 0 }
  expect(mailAllowance('unverified', 'notice', none)).toBe('held')
  expect(mailAllowance('grace', 'notice', none)).toBe(2)
  expect(mailAllowance('verified', 'notice', { ...none, notice: 5 })).toBe(1)
  expect(mailAllowance('verified', 'notice', { ...none, notice: 9 })).toBe(0)
  expect(mailAllowance('verified', 'reset', { ...none, reset: 9 })).toBe(Infinity)
})

test('no notice is left out: those without a mail of their own share the last one', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.integer({ min: 1, max: 10 }), (notices, allowed) => {
      const { alone, together } = shareMails(notices, allowed)
      expect(alone + together).toBe(notices)
      expect(alone + (together > 0 ? 1 : 0)).toBeLessThanOrEqual(allowed)
    }),
  )
  expect(shareMails(3, 0)).toEqual({ alone: 0, together: 0 })
})
