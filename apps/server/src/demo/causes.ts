import type { Database } from '../db/database.ts'

/** Beside the first one, which every installation has. */
const CAUSES = [
  { slug: 'clean-water', name: 'Clean water' },
  { slug: 'school-meals', name: 'School meals' },
]

/** Open before the first donation. */
export async function openCauses(db: Database): Promise<void> {
  for (const cause of CAUSES) {
    const { id } = await db.insertInto('cause').values(cause).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('cause').set({ state: 'open' }).where('id', '=', id).execute()
  }
}

/** Everybody has a cause of their own, and most stay with the first. */
export function favouriteOf(member: number): { cause_id?: string } {
  const cause = CAUSES[(member % 5) - 3]
  return cause ? { cause_id: cause.slug } : {}
}
