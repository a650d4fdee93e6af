import { expect, test } from 'vitest'
import { NEW_DRAFT } from './draft.ts'
import { mergeDraft } from './merge-draft.ts'

const begun = { draft: { ...NEW_DRAFT, name: 'Wells', story: 'Old.' }, version: 1 }
const written = { ...begun.draft, story: 'Mine.' }

test('what nobody touched follows what is saved', () => {
  const saved = { draft: { ...begun.draft, name: 'Wells of Kitui' }, version: 2 }
  expect(mergeDraft({ begun, written: begun.draft, saved })).toEqual({
    draft: saved.draft,
    isEdited: false,
    takenOver: [],
    disputed: [],
  })
})

test('what was written stays, and the others’ changes beside it are taken over', () => {
  const saved = { draft: { ...begun.draft, name: 'Wells of Kitui' }, version: 2 }
  expect(mergeDraft({ begun, written, saved })).toEqual({
    draft: { ...begun.draft, name: 'Wells of Kitui', story: 'Mine.' },
    isEdited: true,
    takenOver: ['name'],
    disputed: [],
  })
})

test('where both wrote, the form keeps one’s own and says so', () => {
  const saved = { draft: { ...begun.draft, story: 'Theirs.' }, version: 2 }
  expect(mergeDraft({ begun, written, saved })).toMatchObject({ draft: { story: 'Mine.' }, disputed: ['story'] })
  const same = { draft: { ...begun.draft, story: 'Mine.' }, version: 2 }
  expect(mergeDraft({ begun, written, saved: same })).toMatchObject({ takenOver: ['story'], disputed: [] })
})

test('a list or a picture is compared by what is in it', () => {
  const picture = { name: 'a', small: '/a' }
  const based = { draft: { ...begun.draft, picture, deductible: [{ jurisdiction: 'DE', words: 'x' }] }, version: 1 }
  const copy = structuredClone(based.draft)
  expect(mergeDraft({ begun: based, written: copy, saved: based })).toMatchObject({ isEdited: false })
  const saved = { draft: { ...copy, picture: null }, version: 2 }
  const mine = { ...copy, picture: { name: 'b', small: '/b' } }
  expect(mergeDraft({ begun: based, written: mine, saved })).toMatchObject({ disputed: ['picture'] })
})

test('what was just saved is shown until it is read back', () => {
  const own = { draft: written, version: 2 }
  expect(mergeDraft({ begun: own, written, saved: begun }).draft).toEqual(written)
})
