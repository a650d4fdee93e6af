import { newName } from './names.ts'
import { PEOPLE, SAMPLE_MEMBER } from './people.ts'
import { seededRandom, type Random } from './random.ts'

/** Fourteen months. */
export const SPAN_DAYS = 426
const MEMBERS = 400

/**
 * Somebody in the demo's story: when they joined, through whom, and what they are like. Days count from the beginning.
 */
export type Character = {
  name: string
  referredBy: string
  joinsOn: number
  /** Inactive from this day on. */
  leavesOn: number
  /** The stage they aim for; 0: they never donate. */
  ambition: number
  daysBetweenDonations: number
  /** How much more than the minimum they give. */
  generosity: number
  /** The balance in dollars at which they withdraw. */
  withdrawsFrom: number
  /** Whether they withdraw to a saved address. */
  savesAddress: boolean
  /** How likely they are to refer others. */
  charm: number
}

/** Members above the sample member. */
const FOUNDERS = [
  { name: 'Margarethe Olsen', referredBy: 'Trefoil' },
  { name: 'Julian Hartley', referredBy: 'Trefoil' },
  { name: 'Sunita Krishnan', referredBy: 'Margarethe Olsen' },
  { name: 'Peter Novotny', referredBy: 'Trefoil' },
  { name: 'Rafael Duarte', referredBy: 'Sunita Krishnan' },
  { name: 'Nora Whitfield', referredBy: 'Rafael Duarte' },
]
const SAMPLE_REFERRED_BY = 'Nora Whitfield'
const SAMPLE_JOINS_ON = 14
const CARRIERS = 5
/** The proportion of new members who join below the sample member. */
const IN_SAMPLE_TEAM = 0.62

/** In order of joining, root member first. */
export function makeCast(): Character[] {
  const random = seededRandom(20_141)
  const cast: Character[] = [devoted(random, { name: 'Trefoil', referredBy: '', joinsOn: 0 })]
  for (const [index, founder] of FOUNDERS.entries())
    cast.push(devoted(random, { ...founder, joinsOn: Math.round(index * 2.2) }))
  const [, ...others] = PEOPLE
  cast.push(devoted(random, { name: SAMPLE_MEMBER, referredBy: SAMPLE_REFERRED_BY, joinsOn: SAMPLE_JOINS_ON }))
  for (const [index, person] of others.entries()) {
    const known = ordinary(random, { ...person, joinsOn: SAMPLE_JOINS_ON + 3 + Math.round(index * 2.4) })
    // The members right below the sample member carry the team.
    cast.push(index < CARRIERS ? { ...known, ambition: 8 - index, leavesOn: SPAN_DAYS + 1 } : known)
  }
  addNewcomers(cast, random)
  return cast.toSorted((a, b) => a.joinsOn - b.joinsOn)
}

function addNewcomers(cast: Character[], random: Random): void {
  const names = new Set(cast.map(({ name }) => name))
  const team = new Set([SAMPLE_MEMBER])
  for (const { name, referredBy } of cast) if (team.has(referredBy)) team.add(name)
  for (const joinsOn of joiningDays(MEMBERS - cast.length)) {
    const isBelow = random.chance(IN_SAMPLE_TEAM)
    const known = cast.filter(
      (one) => team.has(one.name) === isBelow && one.joinsOn < joinsOn - 2 && one.leavesOn > joinsOn,
    )
    const sponsor = mostCharming([random.pick(known), random.pick(known), random.pick(known)])
    const name = newName(random, names)
    names.add(name)
    if (isBelow) team.add(name)
    cast.push(ordinary(random, { name, referredBy: sponsor.name, joinsOn }))
  }
}

const mostCharming = ([first, ...others]: readonly [Character, ...Character[]]): Character =>
  others.reduce((best, one) => (one.charm > best.charm ? one : best), first)

/** How busy a day is: growth over the year, three campaigns and a slow season. */
function bustleOn(day: number): number {
  const growth = 0.5 + day / SPAN_DAYS
  if (day >= 95 && day < 112) return growth * 3.2
  if (day >= 205 && day < 270) return growth * 0.35
  if (day >= 300 && day < 318) return growth * 3
  if (day >= 395 && day < 409) return growth * 2.4
  return growth
}

/** Joining days, closer together on busy days. */
function joiningDays(count: number): number[] {
  const days = Array.from({ length: SPAN_DAYS - 30 }, (_, index) => index + 30)
  const bustle = days.map(bustleOn)
  const total = bustle.reduce((sum, one) => sum + one, 0)
  let passed = 0
  return days.flatMap((day, index) => {
    const before = Math.floor((passed / total) * count)
    passed += bustle[index] ?? 0
    const after = index === days.length - 1 ? count : Math.floor((passed / total) * count)
    return Array<number>(after - before).fill(day)
  })
}

type Entrance = Pick<Character, 'name' | 'referredBy' | 'joinsOn'>

/** Joined early, stays, and reaches the last stage. */
const devoted = (random: Random, entrance: Entrance): Character => ({
  ...entrance,
  leavesOn: SPAN_DAYS + 1,
  ambition: 10,
  daysBetweenDonations: random.between(22, 26),
  generosity: 1,
  withdrawsFrom: 90,
  savesAddress: true,
  charm: 1,
})

/** How many aim how high: most for the first three stages, few for the last. */
const AMBITIONS = [
  [0.09, 0],
  [0.3, 1],
  [0.53, 2],
  [0.72, 3],
  [0.82, 4],
  [0.885, 5],
  [0.925, 6],
  [0.955, 7],
  [0.975, 8],
  [0.99, 9],
  [1, 10],
] as const

function ordinary(random: Random, entrance: Entrance): Character {
  const luck = random.next()
  const ambition = AMBITIONS.find(([upTo]) => luck < upTo)?.[1] ?? 1
  const stays = random.chance(0.64) ? SPAN_DAYS + 1 : random.between(25, 240)
  return {
    ...entrance,
    ambition,
    leavesOn: entrance.joinsOn + stays,
    daysBetweenDonations: random.between(ambition > 5 ? 18 : 26, ambition > 5 ? 30 : 64),
    generosity: random.chance(0.3) ? random.between(2, 4) : 1,
    withdrawsFrom: random.chance(0.3) ? random.between(100, 150) : random.between(12, 60),
    savesAddress: random.chance(0.85),
    charm: random.next() ** 2,
  }
}
