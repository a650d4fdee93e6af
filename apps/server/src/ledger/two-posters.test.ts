import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asApplication } from '../db/database.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { isLong } from '../testing/long-form.ts'
import { fundedMember, type Funded } from '../testing/money.ts'
import { startPoster, type Order } from '../testing/poster-process.ts'
import { randomFrom, type Random } from '../testing/random.ts'
import { startTestServer } from '../testing/server.ts'

const SEEDS = isLong ? Array.from({ length: 20 }, (_, index) => index + 1) : [1]
const OPERATIONS = isLong ? 10_000 : 600
const CLIENTS = 32
/** Enough for most orders, so that they are not refused. */
const DOLLARS = OPERATIONS / 2

/**
 * Each in a process of its own. Both decide ahead all the time, each upon what the other has changed in the meantime.
 * Every fourth order is also given to the other one, under the same key.
 */
test.for(SEEDS)('two posters at full speed lose and double nothing (seed %i)', { timeout: 1_200_000 }, async (seed) => {
  const server = await startTestServer()
  const db = lookInto(server.settings.databaseUrl)
  const members: Funded[] = []
  for (let index = 0; index < 8; index++)
    members.push(await fundedMember(server, DOLLARS, index === 0 ? {} : { referral_code: members[0]!.referralCode }))
  const posters = [1, 2].map(() => startPoster(asApplication(server.settings.databaseUrl!)))
  const { rows: first } = await server.database.query('select max(id) as id from journal')
  const impact = new Map(members.map(({ id }) => [id, DOLLARS]))
  const acknowledged = new Set<string>()
  let [left, freezes] = [OPERATIONS, 0]

  const act = async (random: Random): Promise<void> => {
    const order = anOrder(members, random)
    const through = random.below(2)
    const posted = [posters[through]!(order)]
    if (random.below(4) === 0) posted.push(posters[1 - through]!(order))
    const references = new Set((await Promise.all(posted)).filter((reference) => reference !== undefined))
    expect(references.size).toBeLessThanOrEqual(1)
    for (const reference of references) {
      acknowledged.add(reference)
      impact.set(order.from.id, impact.get(order.from.id)! - order.dollars)
      if (order.to) impact.set(order.to.id, impact.get(order.to.id)! + order.dollars)
    }
    if (random.below(50) > 0) return
    freezes += 1
    await server.database.query('update member_balance set frozen = not frozen where member_id = $1', [
      members[random.below(members.length)]!.id,
    ])
  }
  const client = async (number: number) => {
    const random = randomFrom(seed * 1000 + number)
    while (left-- > 0) await act(random)
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))

  expect(freezes).toBeGreaterThan(0)
  expect(acknowledged.size).toBeGreaterThan(OPERATIONS / 10)
  const { rows: posted } = await server.database.query('select reference from journal where id > $1', [first[0].id])
  expect(new Set(posted.map(({ reference }) => reference))).toEqual(acknowledged)
  const { rows: balances } = await server.database.query(
    'select member_id, impact::float / 100000 as impact from member_balance where member_id = any($1)',
    [members.map(({ id }) => id)],
  )
  expect(new Map(balances.map((row) => [row.member_id, row.impact]))).toEqual(impact)
  await expectNoViolation(db)
})

function anOrder(members: readonly Funded[], random: Random): Order {
  const from = members[random.below(members.length)]!
  const to = members[random.below(members.length)]!
  const key = randomUUID()
  if (random.below(5) === 0) return { from, dollars: 10 + random.below(5), key }
  return { from, to, dollars: 1 + random.below(20), key }
}
