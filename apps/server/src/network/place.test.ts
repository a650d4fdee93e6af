import { expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { newMember } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer({ limits: { ...readSettings({}).limits, signUpsPerHour: 1000 } })

type Place = {
  id: number
  parent: number | null
  position: number | null
  sponsor: number | null
  depth: number
  gap: number
  upline: number[]
}

const readPlaces = async (): Promise<Place[]> => (await server.database.query('select * from member order by id')).rows

/** The rule, said simply: level by level under the sponsor, left before center before right. */
function expectedPlace(places: Place[], sponsor: number): { parent: number; position: number } {
  for (let level = [sponsor]; level.length > 0;) {
    for (const parent of level)
      for (const position of [0, 1, 2])
        if (!places.some((place) => place.parent === parent && place.position === position)) return { parent, position }
    level = level.flatMap((parent) =>
      places
        .filter((place) => place.parent === parent)
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
        .map(({ id }) => id),
    )
  }
  throw new Error('no open slot')
}

test('everybody sits in the shallowest open slot under their sponsor', async () => {
  const places = await readPlaces()
  places.forEach((place, index) => {
    if (place.sponsor === null) return
    const expected = expectedPlace(places.slice(0, index), place.sponsor)
    expect({ parent: place.parent, position: place.position }).toEqual(expected)
  })
  expect(places.length).toBeGreaterThan(20)
})

test('parallel sign-ups on one code take one place each, and skip none', async () => {
  const sponsor = await newMember(server)
  await Promise.all(Array.from({ length: 39 }, () => newMember(server, { referral_code: sponsor.referralCode })))
  const places = await readPlaces()
  const root = places.find(({ sponsor: above }) => above === null)
  const owner = (await server.database.query('select id from member where referral_code = $1', [sponsor.referralCode]))
    .rows[0].id
  const team = places.filter(({ sponsor: above }) => above === owner)
  // Three full levels: 3 + 9 + 27.
  const ownDepth = places.find(({ id }) => id === owner)?.depth ?? 0
  const perLevel = [1, 2, 3].map((level) => team.filter(({ depth }) => depth === ownDepth + level).length)
  expect(perLevel).toEqual([3, 9, 27])
  for (const place of places) {
    const parent = places.find(({ id }) => id === place.parent)
    const children = places.filter((child) => child.parent === place.id)
    expect(place.depth).toBe(parent ? parent.depth + 1 : 0)
    expect(place.upline).toEqual(parent ? [parent.id, ...parent.upline].slice(0, 10) : [])
    expect(place.gap).toBe(children.length < 3 ? 0 : 1 + Math.min(...children.map(({ gap }) => gap)))
  }
  expect(root).toBeDefined()
})
