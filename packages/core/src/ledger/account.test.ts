import { expect, test } from 'vitest'
import {
  accountName,
  accountOf,
  available,
  cause,
  chain,
  dust,
  held,
  impact,
  membersAmong,
  operations,
  ownerOf,
  type Account,
} from './account.ts'

/** Every kind of account, with its owner and its name as they are stored. */
const ACCOUNTS: [Account, number, string][] = [
  [impact(7), 7, 'impact:7'],
  [available(7), 7, 'available:7'],
  [held(7), 7, 'held:7'],
  [chain, 0, 'chain'],
  [operations, 0, 'operations'],
  [dust, 0, 'dust'],
  [cause(7), -7, 'cause:7'],
  [held(0), 0, 'held:operations'],
  [held(-7), -7, 'held:cause:7'],
]

test('no two accounts share a name', () => {
  expect(ACCOUNTS.map(([account]) => accountName(account))).toEqual(ACCOUNTS.map(([, , name]) => name))
})

test('an account is found again by its kind and its owner', () => {
  for (const [account, owner] of ACCOUNTS) {
    expect(ownerOf(account)).toBe(owner)
    expect(accountOf(account.kind, owner)).toEqual(account)
  }
})

test('neither the system nor a cause is a member', () => {
  expect(membersAmong([7, 0, -7, 1])).toEqual([7, 1])
})
