import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { openTestWallet, type TestWallet } from '../testing/wallet.ts'
import { readTransactions } from './history.ts'

const CHAIN_ID = 31_337
const keyring = makeKeyring('a secret of this test, long enough')

/** Writes rows in order, with the given times. */
async function write(wallet: TestWallet, member: number, rows: [kind: 'deposit' | 'withdrawal', minute: number][]) {
  const address = `0x${randomUUID()}`
  await wallet.owner.query(`insert into scan values ($1, 9, 'hash', 9, 'hash', 9) on conflict do nothing`, [CHAIN_ID])
  await wallet.owner.query(
    `insert into deposit_address (address, member_id, turn, expires_at) values ($1, $2, 60000, now())`,
    [address, member],
  )
  for (const [kind, minute] of rows) {
    const values = [member, new Date(Date.UTC(2026, 0, 1, 0, minute)), randomUUID()]
    await (kind === 'withdrawal'
      ? wallet.owner.query(
          `insert into withdrawal (member_id, requested_at, reference, payout_id, amount, address)
           values ($1, $2, $3, $3, 1, '0x')`,
          values,
        )
      : wallet.owner.query(
          `insert into deposit (member_id, seen_at, transaction, chain_id, ordinal, block_number, block_hash, address,
             sender, value, credited, remainder) values ($1, $2, $3, $4, 0, 1, '0x', $5, '0x', 1, 1, 0)`,
          [...values, CHAIN_ID, address],
        ))
  }
}

async function readAll(wallet: TestWallet, member: number, limit: number): Promise<string[]> {
  const context = { db: wallet.db, keyring, chain: { id: CHAIN_ID } as Chain, confirmations: 3 }
  const shown: string[] = []
  let cursor: string | undefined
  do {
    const page = await readTransactions(context, member, { cursor, limit })
    // Everybody begins with a deposit of today.
    const written = page.transactions.filter(({ created_at }) => created_at.startsWith('2026-01-01'))
    shown.push(...written.map(({ type, created_at }) => `${type} ${created_at.slice(14, 16)}`))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return shown
}

test('every transaction is shown once, even if the clock was set back between two of them', async () => {
  const wallet = await openTestWallet()
  const [member = 0] = wallet.members
  await write(wallet, member, [
    ['withdrawal', 10],
    ['withdrawal', 30],
    ['withdrawal', 20],
    ['deposit', 15],
    ['deposit', 40],
    ['deposit', 25],
  ])
  const pages = await Promise.all([1, 2, 3, 50].map((limit) => readAll(wallet, member, limit)))
  for (const shown of pages) {
    expect(shown.toSorted()).toEqual([
      'Deposit 15',
      'Deposit 25',
      'Deposit 40',
      'Withdrawal 10',
      'Withdrawal 20',
      'Withdrawal 30',
    ])
    expect(shown).toEqual(pages[0])
  }
})
