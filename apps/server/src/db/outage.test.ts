import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { watchOutage } from './outage.ts'

const LOST = 'the connection to the database was lost'
const BACK = 'the database answers again'
const lost = new Error('Connection terminated unexpectedly')

function watched() {
  const said: string[] = []
  const database = { isBack: true }
  const write = (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg)
  const outage = watchOutage({ log: pino({}, { write }), isBack: () => Promise.resolve(database.isBack) })
  onTestFinished(() => outage.stop())
  return { outage, said, database }
}

test('a connection that the outage broke is noticed late, and is no second outage', async () => {
  const { outage, said } = watched()
  outage.note(lost)
  outage.note(lost)
  await expect.poll(() => said).toEqual([LOST, BACK])
  expect(outage.note(lost)).toBe(true)
  await sleep(1000)
  expect(said).toEqual([LOST, BACK])
})

test('a database that goes away again right afterwards is spoken of again', async () => {
  const { outage, said, database } = watched()
  outage.note(lost)
  await expect.poll(() => said).toEqual([LOST, BACK])
  database.isBack = false
  outage.note(lost)
  await expect.poll(() => said).toEqual([LOST, BACK, LOST])
  database.isBack = true
  await expect.poll(() => said).toEqual([LOST, BACK, LOST, BACK])
})
