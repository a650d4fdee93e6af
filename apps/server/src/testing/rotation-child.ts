import { openDatabase, openPool } from '../db/database.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { rotateSecret } from '../secrets/rotate.ts'

/** Dies in the middle of the nth box, whose step is then undone, or after the nth step. */
export type RotationOrders = {
  databaseUrl: string
  secret: string
  stepRows: number
  dieAt: 'box' | 'step'
  count: number
}

const { databaseUrl, secret, stepRows, dieAt, count } = JSON.parse(process.argv[2] ?? '') as RotationOrders
const passed = { box: 0, step: 0 }
const pass = (what: keyof typeof passed) => {
  passed[what] += 1
  if (what === dieAt && passed[what] === count) process.kill(process.pid, 'SIGKILL')
}
const keyring = makeKeyring(secret)
const pool = openPool(databaseUrl, 2)
const mortal: typeof keyring = {
  ...keyring,
  seal(purpose, text) {
    pass('box')
    return keyring.seal(purpose, text)
  },
}
await rotateSecret({ db: openDatabase(pool), keyring: mortal, stepRows }, () => pass('step'))
await pool.end()
