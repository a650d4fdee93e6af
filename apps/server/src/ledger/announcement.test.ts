import { expect, test } from 'vitest'
import { readAnnouncement, writeAnnouncement, type Announcement } from './announcement.ts'

const CHANGE = String(2n ** 64n - 1n)

/** With the transaction's id, which the database adds. */
const sent = (announcement: Announcement): string => `${CHANGE} ${writeAnnouncement(announcement)}`

test('an announcement names the last journal and the members concerned', () => {
  const announcement = { lastJournal: 42n, members: [1, 2_147_483_647] }
  expect(readAnnouncement(sent(announcement))).toEqual({ ...announcement, change: CHANGE })
  expect(readAnnouncement(sent({ lastJournal: 1n, members: [] }))).toEqual({
    change: CHANGE,
    lastJournal: 1n,
    members: [],
  })
})

test('the largest announcement fits into one notification', () => {
  const members = Array.from({ length: 700 }, (_, index) => 2_147_483_647 - index)
  const payload = sent({ lastJournal: 2n ** 63n - 1n, members })
  expect(payload.length).toBeLessThan(8000)
  expect(readAnnouncement(payload).members).toEqual(members)
})

test('a batch that concerns too many members to list concerns everyone', () => {
  const members = Array.from({ length: 701 }, (_, index) => index)
  expect(readAnnouncement(sent({ lastJournal: 7n, members }))).toEqual({
    change: CHANGE,
    lastJournal: 7n,
    members: 'everyone',
  })
})

test('an unreadable announcement concerns everyone', () => {
  expect(readAnnouncement('rubbish').members).toBe('everyone')
})
