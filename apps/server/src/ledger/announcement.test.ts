import { expect, test } from 'vitest'
import { readAnnouncement, writeAnnouncement } from './announcement.ts'

test('an announcement says the last journal and who is concerned', () => {
  const told = { lastJournal: 42n, members: [1, 2_147_483_647] }
  expect(readAnnouncement(writeAnnouncement(told))).toEqual(told)
  expect(readAnnouncement(writeAnnouncement({ lastJournal: 1n, members: [] }))).toEqual({
    lastJournal: 1n,
    members: [],
  })
})

test('the largest announcement fits into a notification', () => {
  const members = Array.from({ length: 700 }, (_, index) => 2_147_483_647 - index)
  const payload = writeAnnouncement({ lastJournal: 2n ** 63n - 1n, members })
  expect(payload.length).toBeLessThan(8000)
  expect(readAnnouncement(payload).members).toEqual(members)
})

test('a batch that concerns more than can be named concerns everyone', () => {
  const members = Array.from({ length: 701 }, (_, index) => index)
  expect(readAnnouncement(writeAnnouncement({ lastJournal: 7n, members }))).toEqual({
    lastJournal: 7n,
    members: 'everyone',
  })
})

test('what cannot be understood concerns everyone', () => {
  expect(readAnnouncement('rubbish').members).toBe('everyone')
})
