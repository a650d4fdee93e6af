import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openDatabase, openPool } from '../db/database.ts'
import { runAsLeader } from '../db/leader.ts'
import { openLeases } from '../db/lease.ts'

const [url = '', lock = '', name = ''] = process.argv.slice(2)
const db = openDatabase(openPool(url, 2))

/** While it leads, it writes its name again and again, in transactions that take a while and in single statements. */
runAsLeader({ leases: openLeases(url), db, log: pino({ level: 'silent' }) }, Number(lock), async (leadership) => {
  while (!leadership.isOver) {
    const write = sql`insert into leader_note (name) values (${name})`
    await leadership.db.transaction().execute(async (tx) => {
      await write.execute(tx)
      await sleep(50)
    })
    await write.execute(leadership.db)
  }
})
