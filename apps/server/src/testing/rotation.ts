import { openDatabase, openPool } from '../db/database.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { rotateSecret } from '../secrets/rotate.ts'

/** Ends in the middle of the nth box, whose step is then undone, or after the nth step. */
export type RotationOrders = {
  databaseUrl: string
  secret: string
  stepRows: number
  dieAt: 'box' | 'step'
  count: number
}

/** Calls `die` at that point. Without one that is reached, the rotation is done. */
export async function rotateUntil(
  { databaseUrl, secret, stepRows, dieAt, count }: RotationOrders,
  die: () => void,
): Promise<void> {
  const passed = { box: 0, step: 0 }
  const pass = (what: keyof typeof passed) => {
    passed[what] += 1
    if (what === dieAt && passed[what] === count) die()
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
  try {
    await rotateSecret({ db: openDatabase(pool), keyring: mortal, stepRows }, () => pass('step'))
  } finally {
    await pool.end()
  }
}
