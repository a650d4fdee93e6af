import { setImmediate } from 'node:timers/promises'
import { openDatabase, openPool } from '../db/database.ts'
import { inOneView, makeFile } from '../documents/make-file.ts'
import type { Format } from '../documents/wanted.ts'

/** Makes a statement of ten years, and says how much memory it took. */
const [databaseUrl = '', member = '', format = ''] = process.argv.slice(2)
const pool = openPool(databaseUrl, 1)
const day = (years: number) => `${new Date().getUTCFullYear() + years}-01-01`
const wanted = { kind: 'statement', format: format as Format, paper: 'A4', from: day(-9), to: day(1) } as const

await inOneView(openDatabase(pool), async (tx) => {
  const began = performance.now()
  const before = process.memoryUsage().rss
  let bytes = 0
  let most = before
  for await (const piece of await makeFile(tx, { member: Number(member), wanted })) {
    bytes += piece.length
    most = Math.max(most, process.memoryUsage().rss)
    await setImmediate()
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(JSON.stringify({ bytes, seconds, megabytes: Math.round((most - before) / 1e6) }))
})
await pool.end()
