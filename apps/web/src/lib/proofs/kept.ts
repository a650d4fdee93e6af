import type { Pins } from './collect.ts'
import type { Checked } from './result.ts'

/** What this browser remembers of one member. Signing out clears local storage, not this. */
export type Kept = {
  /** SHA-256 of the private key. */
  name: string
  /** Null until a check has held. */
  pins: Pins | null
  /** What the member was told already. */
  said: readonly string[]
  /** A check that failed: its evidence is not replaced by that of a later one. */
  failure?: Checked
}

export type KeptStore = {
  read: (name: string) => Promise<Kept | undefined>
  write: (kept: Kept) => Promise<void>
  forget: (name: string) => Promise<void>
}

const [DATABASE, STORE] = ['trefoil-proofs', 'members']

/** In IndexedDB. Where the browser refuses it, every check is the first one. */
export const keptStore: KeptStore = {
  read: (name) => run<Kept | undefined>('readonly', (store) => store.get(name)),
  write: async (kept) => void (await run('readwrite', (store) => store.put(kept))),
  forget: async (name) => void (await run('readwrite', (store) => store.delete(name))),
}

async function run<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
): Promise<Result | undefined> {
  let database: IDBDatabase
  try {
    database = await opened()
  } catch {
    return undefined
  }
  try {
    const transaction = database.transaction(STORE, mode)
    const asked = request(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(new Error('Not kept', { cause: transaction.error })))
    })
    return asked.result as Result
  } finally {
    database.close()
  }
}

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1)
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(STORE, { keyPath: 'name' }))
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(new Error('No storage', { cause: asked.error })))
  })
