import sharp from 'sharp'
import { expect, test } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { openByTwo, uploadFile, writeCause } from '../testing/cause-records.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { deleteUnusedPictures } from './pictures.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const db = openDatabase(openPool(asApplication(server.settings.databaseUrl ?? ''), 2))

type Picture = { name: string; large: string }

async function upload(background: string): Promise<Picture> {
  const file = await sharp({ create: { width: 80, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  const { status, body } = await uploadFile(staff.olga, file)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.picture
}

const age = (interval: string, ...pictures: Picture[]) =>
  server.database.query('update picture set added_at = added_at - $1::interval where name = any ($2)', [
    interval,
    pictures.map(({ name }) => name),
  ])
const isThere = async ({ large }: Picture) => (await server.visit().get(large)).status === 200

test('a picture that nothing shows is deleted after a day, and no other', async () => {
  const [shown, ofUpdate, ofDraft, fresh, unused] = (await Promise.all(
    ['#111111', '#222222', '#333333', '#444444', '#555555'].map(upload),
  )) as [Picture, Picture, Picture, Picture, Picture]
  const cause = await openByTwo(staff, { slug: 'shown', picture: shown.name })
  await writeCause(staff.olga, { slug: 'draft', picture: ofDraft.name })
  const update = { title: 'News', text: 'Good.', pictures: [{ name: ofUpdate.name, description: '' }] }
  expect((await staff.olga.post(`/api/operator/causes/${cause}/updates`, update)).status).toBe(200)
  await age('25 hours', shown, ofUpdate, ofDraft, unused)
  await age('23 hours', fresh)
  await deleteUnusedPictures(db)
  const kept = await Promise.all([shown, ofUpdate, ofDraft, fresh, unused].map(isThere))
  expect(kept).toEqual([true, true, true, true, false])
  await age('2 hours', fresh)
  await deleteUnusedPictures(db)
  expect(await isThere(fresh)).toBe(false)
})

test('a picture that is uploaded again has another day, and one deleted can be uploaded again', async () => {
  const picture = await upload('#666666')
  await age('25 hours', picture)
  await upload('#666666')
  await deleteUnusedPictures(db)
  expect(await isThere(picture)).toBe(true)
  await age('25 hours', picture)
  await deleteUnusedPictures(db)
  expect(await isThere(picture)).toBe(false)
  await upload('#666666')
  expect(await isThere(picture)).toBe(true)
})

test('a picture that a cause takes at this moment is not deleted', async () => {
  const picture = await upload('#777777')
  await age('25 hours', picture)
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('cause').values({ slug: 'at-the-moment', name: 'A', picture: picture.name }).execute()
    await deleteUnusedPictures(db)
  })
  expect(await isThere(picture)).toBe(true)
})
