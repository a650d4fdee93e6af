import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskedEmail, maskedName, seenAs, type Bond } from './privacy.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.org', hidesEmail: false, isFormer: false }
const bonds: Bond[] = ['self', 'sponsor', 'team', 'contact', 'stranger']
const seenBy = (person: typeof ada, masks: boolean) =>
  Object.fromEntries(bonds.map((bond) => [bond, seenAs(bond, person, { masks })]))

const whole = { name: 'Ada Lovelace', email: 'ada@example.org' }
const nameOnly = { name: 'Ada Lovelace', email: null }

test('team, contacts and sponsor see name and address; a stranger sees the name', () => {
  expect(seenBy(ada, false)).toEqual({ self: whole, sponsor: whole, team: whole, contact: whole, stranger: nameOnly })
})

test('a hidden address is shown to its owner and their sponsor only', () => {
  const hiding = { ...ada, hidesEmail: true }
  expect(seenBy(hiding, false)).toEqual({
    self: whole,
    sponsor: whole,
    team: nameOnly,
    contact: nameOnly,
    stranger: nameOnly,
  })
})

test('masked, the team below the direct referrals is shown by initials', () => {
  const masked = { name: 'A••• L•••', email: 'a•••@example.org' }
  expect(seenBy(ada, true)).toEqual({ self: whole, sponsor: whole, team: masked, contact: whole, stranger: nameOnly })
  expect(seenAs('team', { ...ada, hidesEmail: true }, { masks: true })).toEqual({ name: 'A••• L•••', email: null })
})

test('nobody reads anything of a former member', () => {
  for (const masks of [false, true])
    for (const seen of Object.values(seenBy({ ...ada, isFormer: true }, masks)))
      expect(seen).toEqual({ name: 'Former member', email: null })
})

test('a mask tells no more than initials and domain', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }), fc.emailAddress(), (name, email) => {
      for (const word of maskedName(name).split(' ')) expect([...word].length).toBeLessThanOrEqual(4)
      const at = email.lastIndexOf('@')
      expect(maskedEmail(email)).toBe(`${[...email][0]}•••${email.slice(at)}`)
    }),
  )
})
