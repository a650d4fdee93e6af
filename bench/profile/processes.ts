import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

export type CpuTime = { userMs: number; systemMs: number }

/** Of everything that takes part: the server, its local chain, the load generator, and each of PostgreSQL's processes by its task. */
export async function cpuTimes(client: pg.Client, serverPid: number): Promise<Map<string, CpuTime>> {
  const { rows } = await client.query<{ pid: number; task: string }>(
    `select pid, coalesce(nullif(application_name, ''), backend_type) as task from pg_stat_activity`,
  )
  const tasks = new Map(rows.map(({ pid, task }) => [pid, task]))
  const backend = [...tasks.keys()].map(statOf).find((stat) => stat !== undefined)
  const times = new Map<string, CpuTime>()
  const add = (task: string, { userMs, systemMs }: CpuTime) => {
    const before = times.get(task) ?? { userMs: 0, systemMs: 0 }
    times.set(task, { userMs: before.userMs + userMs, systemMs: before.systemMs + systemMs })
  }
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = statOf(Number(name))
    if (!stat) continue
    if (stat.pid === serverPid) add('server', stat.own)
    if (stat.parent === serverPid) add('local chain', stat.own)
    if (backend && stat.parent === backend.parent) add(`postgres: ${tasks.get(stat.pid) ?? 'other'}`, stat.own)
    if (stat.pid === process.pid) add('load generator', stat.children)
  }
  return times
}

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10

type Stat = { pid: number; parent: number; own: CpuTime; children: CpuTime }

function statOf(pid: number): Stat | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // Fields are counted from the name, which may hold spaces: state, parent, ...
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ms = (index: number) => Number(fields[index]) * TICK_MS
  return {
    pid,
    parent: Number(fields[1]),
    own: { userMs: ms(11), systemMs: ms(12) },
    children: { userMs: ms(13), systemMs: ms(14) },
  }
}
