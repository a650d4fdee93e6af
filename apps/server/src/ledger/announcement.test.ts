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

test('it carries the last journal that was acknowledged', () => {
  const acknowledged = { lineage: 3, journal: 41n, reference: 'a reference, of an earlier version ü' }
  expect(readAnnouncement(sent({ lastJournal: 42n, members: [], acknowledged }))).toMatchObject({ acknowledged })
  expect(readAnnouncement(sent({ lastJournal: 42n, members: 'everyone', acknowledged }))).toMatchObject({
    acknowledged,
  })
  expect(readAnnouncement(sent({ lastJournal: 42n, members: [1] })).acknowledged).toBeUndefined()
})

test('the largest announcement fits into one notification', () => {
  const members = Array.from({ length: 650 }, (_, index) => 2_147_483_647 - index)
  const last = { lineage: 2_147_483_647, journal: 2n ** 63n - 1n }
  const acknowledged = { ...last, reference: 'ü'.repeat(350) }
  const payload = sent({ lastJournal: last.journal, members, acknowledged })
  expect(Buffer.byteLength(payload)).toBeLessThan(8000)
  expect(readAnnouncement(payload)).toMatchObject({ members, acknowledged })
  const tooLong = { ...last, reference: 'ü'.repeat(351) }
  expect(readAnnouncement(sent({ lastJournal: 1n, members, acknowledged: tooLong })).acknowledged).toBeUndefined()
})

test('a batch that concerns too many members to list concerns everyone', () => {
  const members = Array.from({ length: 651 }, (_, index) => index)
  expect(readAnnouncement(sent({ lastJournal: 7n, members }))).toEqual({
    change: CHANGE,
    lastJournal: 7n,
    members: 'everyone',
  })
})

test('an unreadable announcement concerns everyone', () => {
  expect(readAnnouncement('rubbish').members).toBe('everyone')
})
