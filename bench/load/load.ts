import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type Load = {
  port: number
  path: '/api/transfers/process' | '/api/donations/process'
  connections: number
  warmUpMs: number
  runMs: number
  amount: number
  /** Access tokens. */
  senders: string[]
  /** Private keys. */
  recipients: string[]
}

export type LoadResult = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  statuses: Record<string, number>
}

const GENERATOR = new URL('generate.ts', import.meta.url).pathname

export async function generateLoad(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [GENERATOR], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(load))
  const result = JSON.parse(await text(child.stdout)) as LoadResult
  const failures = Object.entries(result.statuses).filter(([status]) => status !== '200')
  if (failures.length > 0) throw new Error(`Not every request was served: ${JSON.stringify(result.statuses)}`)
  return result
}
