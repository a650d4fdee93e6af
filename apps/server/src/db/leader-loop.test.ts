import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestWallet } from '../testing/wallet.ts'
import { repeatWhileLeading, type Step } from './leader-loop.ts'

/** Runs the steps one after the other, and stops after the last. */
async function run(steps: (() => Promise<Step>)[]) {
  const { db, owner } = await openTestWallet()
  const told: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void told.push(line) })
  const over = new AbortController()
  const reports: unknown[] = []
  const reported = async () => {
    const { rows } = await owner.query(`select trouble, figures from worker_status where name = 'payouts'`)
    reports.push(rows[0])
  }
  const left = [...steps]
  const leadership = {
    signal: over.signal,
    get isOver() {
      return over.signal.aborted
    },
  }
  await repeatWhileLeading({ db, log }, leadership, {
    name: 'payouts',
    complaint: 'payouts wait',
    isPassing: (error) => (error as Error).message === 'overtaken',
    async take() {
      await reported()
      const step = left.shift()
      if (left.length === 0) over.abort()
      return step ? step() : fine()
    },
  })
  await reported()
  return { told, reports: reports.slice(1) }
}

const fine = async (): Promise<Step> => ({ more: true, figures: { open: 1 } })
const fails = (message: string) => () => Promise.reject(new Error(message))

test('trouble is logged once, shown while it lasts, and gone after the next good step', async () => {
  const waits = async (): Promise<Step> => ({ more: true, figures: { open: 2 }, trouble: 'the vault is paused' })
  const { told, reports } = await run([fails('no node'), fails('no node'), waits, waits, fine])
  expect(told).toHaveLength(2)
  expect(told[0]).toContain('"stack"')
  expect(told[0]).toContain('no node')
  expect(told[1]).toContain('the vault is paused')
  expect(reports).toEqual([
    { trouble: 'no node', figures: {} },
    { trouble: 'no node', figures: {} },
    { trouble: 'the vault is paused', figures: { open: 2 } },
    { trouble: 'the vault is paused', figures: { open: 2 } },
    { trouble: null, figures: { open: 1 } },
  ])
})

test('a passing failure is not trouble', async () => {
  const { told, reports } = await run([fine, fails('overtaken'), fine])
  expect(told).toEqual([])
  expect(reports).toEqual(Array.from({ length: 3 }, () => ({ trouble: null, figures: { open: 1 } })))
})

test('a lease that was lost is not complained about: another process goes on', async () => {
  const lost = Object.assign(new Error('Another process leads by now'), { code: 'TF003' })
  const { told } = await run([fine, () => Promise.reject(lost)])
  expect(told).toEqual([])
})
