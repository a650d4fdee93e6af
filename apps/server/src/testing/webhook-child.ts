import { pino } from 'pino'
import { openDatabase, openPool } from '../db/database.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { openWebhooks } from '../webhooks/deliver.ts'

/** Sends webhooks in a process of its own, until it is killed. */
const [databaseUrl = '', secret = ''] = process.argv.slice(2)
const webhooks = openWebhooks({
  db: openDatabase(openPool(databaseUrl, 4)),
  keyring: makeKeyring(secret),
  log: pino({ enabled: false }),
  target: { toLoopback: true },
})
setInterval(() => void webhooks.look(), 50)
