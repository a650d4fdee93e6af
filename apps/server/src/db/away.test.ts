import pg from 'pg'
import { expect, test } from 'vitest'
import { isConnectionLost, isDatabaseAway } from './away.ts'

const coded = (code: string, message = 'refused') =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
const failed = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code })

test.each([
  coded('08006'),
  coded('25006'),
  coded('25P03'),
  coded('25P04'),
  coded('0A000', 'cannot access temporary or unlogged relations during recovery'),
  coded('53300'),
  coded('55P03'),
  coded('57014'),
  coded('57P01'),
  failed('connect ECONNREFUSED', 'ECONNREFUSED'),
  failed('read ECONNRESET', 'ECONNRESET'),
  failed('silent', 'ETIMEDOUT'),
  failed('getaddrinfo ENOTFOUND', 'ENOTFOUND'),
  failed('Connection terminated unexpectedly'),
  failed('Connection terminated due to connection timeout'),
  failed('Client has encountered a connection error and is not queryable'),
  failed('timeout exceeded when trying to connect'),
  failed('timeout expired'),
  failed('Query read timeout'),
])('it will be back after: $message ($code)', (error) => {
  expect(isDatabaseAway(error)).toBe(true)
})

test.each([
  coded('0A000', 'cannot use subquery in check constraint'),
  coded('23505'),
  coded('42501'),
  coded('TF002'),
  failed('The upline of member 7 was not read'),
  failed('no such file', 'ENOENT'),
  'Connection terminated unexpectedly',
])('a fault is not excused: %s', (error) => {
  expect(isDatabaseAway(error)).toBe(false)
})

test.each([
  coded('25006'),
  coded('55000', 'recovery is in progress'),
  coded('57P01'),
  failed('connect', 'ECONNREFUSED'),
  failed('Query read timeout'),
])('the connection is lost: $message ($code)', (error) => {
  expect(isConnectionLost(error)).toBe(true)
})

test.each([
  coded('57014'),
  coded('53100'),
  coded('55000', 'not prepared'),
  coded('55P03'),
  coded('23505'),
  failed('a fault'),
])('what one statement has met is about that statement: $message ($code)', (error) => {
  expect(isConnectionLost(error)).toBe(false)
})
