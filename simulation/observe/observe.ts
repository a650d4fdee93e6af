import { openWindow } from '../model/model.ts'
import type { World } from '../world/world.ts'
import { must } from '../violation.ts'
import { explain } from './explain.ts'
import { explainReversal, originalOf } from './explain-reversal.ts'
import { readBooks, type Books } from './read-books.ts'

/**
 * Follows the books journal by journal: each has to be what the model expects of something that was asked for, or that
 * is on the chain. Afterwards every balance has to be the model's.
 */
export async function observe(world: World): Promise<void> {
  const { model } = world
  const books = await readBooks(world.database.owner, model.lastJournal)
  for (let at = 0; at < books.journals.length; at += 1) {
    const journal = books.journals[at]
    if (!journal) break
    const reversed = originalOf(journal)
    if (reversed === undefined) await explain(world, journal)
    else {
      const parts = books.journals.slice(at).filter((one) => originalOf(one) === reversed)
      explainReversal(world, reversed, parts)
      at += parts.length - 1
    }
    model.lastJournal = books.journals[at]?.id ?? model.lastJournal
  }
  compareBalances(world, books)
  for (const [reference, { isAnswered, effects }] of model.intents)
    must(!isAnswered || effects === 1, `${reference} was answered as done, and was posted ${effects} times`)
}

function compareBalances({ model }: World, { members, system }: Books): void {
  for (const [account, balance] of Object.entries(model.system)) {
    must(account === 'chain' || balance >= 0n, `${account} has ${balance}`)
    must(system.get(account) === balance, `${account} should have ${balance}, and has ${system.get(account)}`)
  }
  must(members.size === model.members.size, `${model.members.size} members joined, and there are ${members.size}`)
  for (const member of model.members.values()) {
    const { id, impact, available, held } = member
    must(impact >= 0n && available >= 0n && held >= 0n, `member ${id} has less than nothing`)
    const { stage, last, earned } = openWindow(member)
    const should = { impact, available, held, stage, last_donation: last, stage_balance: earned }
    const row = members.get(id)
    for (const [what, value] of Object.entries(should))
      must(
        row?.[what as keyof typeof row] === value,
        `${what} of member ${id} should be ${value}, and is ${row?.[what as keyof typeof row]}`,
      )
  }
}
