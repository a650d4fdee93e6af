import { look, type Look } from '../apps/server/src/payouts/sender.ts'
import { readUnbooked } from '../apps/server/src/payouts/unbooked.ts'
import { depositTo } from './actions/deposit.ts'
import { recover } from './actions/recovery.ts'
import { donateAll } from './actions/spend.ts'
import { approve } from './actions/two-persons.ts'
import { patiently, reconciling, scanOnce, verifying } from './actions/work.ts'
import { observe } from './observe/observe.ts'
import { Violation } from './violation.ts'
import { FINALITY, serverOf, somebody, type World } from './world/world.ts'

const ROUNDS_MAX = 60

/**
 * Everything is well again, and goes on until two looks in a row find nothing under way: the first may leave
 * something to the next, or begin a recovery. What never ends is a violation.
 */
export async function settle(world: World): Promise<void> {
  world.providers.heal()
  let waits = 'nothing was tried'
  let quiet = 0
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { open, busy, trouble } = await workOnce(world)
    await observe(world)
    quiet = open === 0 && !busy && trouble === undefined ? quiet + 1 : 0
    if (quiet === 2) return
    if (quiet === 1) continue
    waits = trouble ?? `${open} transactions are under way`
    // What waits for the second operator is in the way of another proposal about the same.
    for (const proposal of world.proposals.splice(0)) await approve(world, proposal)
    if (trouble !== undefined) waits += `; the operators were told: ${await recover(world)}`
    if (trouble?.includes('refill')) await world.chain.pay(world.chain.facts.vault, FLOAT)
    if (round % 10 === 9) await enrichOperations(world)
    await observe(world)
  }
  throw new Violation(`it never comes to rest: ${waits}; ${await describeOpen(world)}`)
}

/** A connection that a crash has broken is noticed when it is used, and the next round has another. */
async function workOnce(world: World): Promise<Look> {
  let seen: Look = { open: 0, busy: true, trouble: undefined }
  await world.chain.mine(FINALITY + 1)
  await patiently(async () => {
    while (await scanOnce(world));
    await verifying.act(world)
    await reconciling.act(world)
    seen = await look(serverOf(world).sending)
    return undefined
  })
  return seen
}

async function describeOpen({ database }: World): Promise<string> {
  const { rows } = await database.owner.query(
    `select nonce, kind, s.state, s.max_fee as first_fee, a.max_fee, advice, sent_at from sending s left join sending_attempt a using (signer, nonce)
     where s.state = 'open' order by nonce, a.max_fee`,
  )
  return JSON.stringify(rows)
}

const FLOAT = 1_000_000n * 10n ** 18n
const GIFT = 4000n * 10n ** 18n
/** Of a donation, operations gets a twentieth. */
const SHARES = 25n

/** What was paid to somebody whom the database has forgotten is operations' loss, and operations has to have it. */
async function enrichOperations(world: World): Promise<void> {
  const richest = [...world.model.members.values()].toSorted((a, b) => Number(b.impact - a.impact))[0]
  if (richest) await donateAll(world, richest.id)
  const { db, chain } = serverOf(world)
  const missing = (await readUnbooked(db, chain)).reduce((sum, { value }) => sum + value, 0n)
  await depositTo(world, somebody(world), GIFT + missing * SHARES)
}
