import { expect, test } from 'vitest'
import { BALANCE_COLUMNS, balanceParameters, memberBalancesFrom, type BalanceRow } from './balance-row.ts'

test('every column is read into the field that it is written from', () => {
  const names = BALANCE_COLUMNS.split(', ').filter((name) => !['frozen', 'closed', 'kyc_level'].includes(name))
  const row = Object.fromEntries(names.map((name, index) => [name, index + 1])) as unknown as BalanceRow
  const written = balanceParameters([memberBalancesFrom({ ...row, frozen: true, closed: true, kyc_level: 0 })], [9n])
  expect(written.slice(1)).toEqual(names.map((_, index) => `{${index + 1}}`))
})
