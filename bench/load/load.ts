import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type Load = Pace & (Posts | Reads)

export type Pace = { port: number; connections: number; warmUpMs: number; runMs: number }

export type Posts = {
  path: '/api/transfers/process' | '/api/donations/process'
  amount: number
  /** The slug of the cause that a donation names. */
  cause?: string
  /** Access tokens. */
  senders: string[]
  /** Private keys. */
  recipients: string[]
}

export type Reads = {
  get: string
  /** Access tokens. Without any, nobody is signed in. */
  readers: string[]
}

export type LoadResult = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  statuses: Record<string, number>
}

const GENERATOR = new URL('generate.ts', import.meta.url).pathname

export async function generateLoad(load: Load, expected = '200'): Promise<LoadResult> {
  const child = spawn(process.execPath, [GENERATOR], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(load))
  const result = JSON.parse(await text(child.stdout)) as LoadResult
  const failures = Object.entries(result.statuses).filter(([status]) => status !== expected)
  if (failures.length > 0) throw new Error(`Not every request was served: ${JSON.stringify(result.statuses)}`)
  return result
}
