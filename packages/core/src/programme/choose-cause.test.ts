import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { causesFrom, chooseCause, type Cause } from './choose-cause.ts'
import { defaultProgramme } from './default-programme.ts'
import { readProgramme } from './programme-record.ts'

const cause = (id: number, slug: string, state: Cause['state'] = 'open'): Cause => ({
  id,
  slug,
  name: `The ${slug}`,
  state,
})
const [forest, river, harbour, garden] = [
  cause(1, 'forest'),
  cause(2, 'river'),
  cause(3, 'harbour', 'closed'),
  cause(4, 'garden', 'draft'),
]
const causes = causesFrom([forest, river, harbour, garden])
const choose = (slug?: string, defaultCause = 2) =>
  chooseCause(causes, readProgramme(1, { ...defaultProgramme, default_cause: defaultCause }), slug)

test('the chosen cause gets the donation, and the programme’s where none is chosen', () => {
  expect(choose('forest')).toBe(forest)
  expect(choose('river')).toBe(river)
  expect(choose()).toBe(river)
  expect(choose(undefined, 1)).toBe(forest)
})

test('a cause that is not there, or that is a draft, cannot be told from one another', () => {
  const unknown = { code: 'unknown_cause', sentence: 'There is no such cause', detail: undefined }
  expect(refusalOf(() => choose('meadow'))).toEqual(unknown)
  expect(refusalOf(() => choose('garden'))).toEqual(unknown)
  expect(refusalOf(() => choose(undefined, 5))).toEqual(unknown)
})

test('a closed cause gets nothing, and says that it is closed', () => {
  expect(refusalOf(() => choose('harbour'))).toEqual({
    code: 'wrong_state',
    sentence: 'The harbour is closed: it takes no more donations. Please choose another cause',
    detail: { name: 'cause_closed', values: { cause: 'The harbour' } },
  })
})
