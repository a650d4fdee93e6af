import type { Pool } from 'pg'
import { expect } from 'vitest'
import { readNetwork } from './network.ts'
import { expectTeamsOf } from './team-tables.ts'
import { TreeModel } from './tree-model.ts'

/**
 * Members under one sponsor fill the slots from the top left without a gap, whatever the order of sign-ups, and all
 * teams include them.
 */
export async function expectFullLevels(database: Pool, { sponsor, count }: { sponsor: number; count: number }) {
  const members = await readNetwork(database)
  // Slots below the sponsor, numbered level by level from the left: the children of slot i are 3i + 1, 3i + 2, 3i + 3.
  const slots = new Map([[sponsor, 0]])
  for (const { id, parent, position } of members) {
    const above = parent === null ? undefined : slots.get(parent)
    if (above !== undefined) slots.set(id, 3 * above + 1 + position!)
  }
  const taken = [...slots].toSorted(([, a], [, b]) => a - b)
  expect(taken.map(([, slot]) => slot)).toEqual(Array.from({ length: count + 1 }, (_, slot) => slot))
  // Joined in the order of their slots: each took the first open one.
  await expectTeamsOf(
    database,
    new TreeModel(members),
    taken.map(([id]) => id),
  )
}
