import { expect, test } from 'vitest'
import { countLines, inOneView, makeFile } from './documents/make-file.ts'
import { explain } from './testing/explain.ts'
import { lookInto } from './testing/invariants.ts'
import { writeLongHistory } from './testing/long-history.ts'
import { fundedMember, type Funded } from './testing/money.ts'
import { shareTestServer } from './testing/server.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)

const YEAR_DAYS = 365
const MORE_BLOCKS_MAX = 100

const dayBack = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

test('a statement over three years of nine costs what it costs a member who has only these', async () => {
  const [old, young, to] = [
    await fundedMember(server, 10),
    await fundedMember(server, 10),
    await fundedMember(server, 10),
  ]
  const years = async (member: Funded, count: number) => {
    const [transfers, days] = [1200 * count, YEAR_DAYS * count]
    await writeLongHistory(server.database, { member: member.id, other: to.id, transfers, days })
  }
  await years(old, 9)
  await years(young, 3)
  await server.database.query('analyze')
  const cost = async (of: Funded, [from, until]: readonly [number, number]) => {
    const wanted = { kind: 'statement', format: 'csv', paper: 'A4', from: dayBack(from), to: dayBack(until) } as const
    const { blocks, scanned } = await explain(server.database, (read) =>
      inOneView(read, async (tx) => {
        for await (const _ of await makeFile(tx, { member: of.id, wanted }));
      }),
    )
    expect(scanned).toEqual([])
    return { blocks, lines: await countLines(db, of.id, wanted) }
  }
  const only = await cost(young, [3 * YEAR_DAYS, 1])
  for (const range of [
    [8 * YEAR_DAYS, 5 * YEAR_DAYS],
    [5 * YEAR_DAYS, 2 * YEAR_DAYS],
    [3 * YEAR_DAYS, 1],
  ] as const) {
    const three = await cost(old, range)
    expect(Math.abs(three.lines - only.lines), String(range)).toBeLessThan(10)
    // The binary search has some steps more. To read the entries of the other years once would cost twice the bound.
    expect(three.blocks - only.blocks, String(range)).toBeLessThan(MORE_BLOCKS_MAX)
  }
})
