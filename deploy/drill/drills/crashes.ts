import { until } from '../commands.ts'
import type { Host } from '../cluster/host.ts'
import { CRASH_MS, type Drill } from './drill.ts'

/** Until it runs again. */
async function killProcess(host: Host, command: string): Promise<void> {
  const pid = await host.findFirst(command)
  if (pid === undefined) throw new Error(`${command} does not run on ${host.name}`)
  process.kill(pid, 'SIGKILL')
  await until(`${command} runs again on ${host.name}`, async () => {
    const another = await host.findFirst(command)
    return another === pid ? undefined : another
  })
}

export const switchover: Drill = {
  title: 'switchover',
  silenceMaxMs: CRASH_MS,
  run: async ({ cluster }) => {
    const [primary, standby] = [await cluster.primary(), await cluster.standby()]
    await cluster.patronictl(primary, 'switchover', '--leader', primary.name, '--candidate', standby.name, '--force')
  },
}

export const primary: Drill = {
  title: 'kill -9 of the primary',
  silenceMaxMs: CRASH_MS,
  run: async ({ cluster }) => killProcess(await cluster.primary(), 'postgres'),
}

export const standby: Drill = {
  title: 'kill -9 of the synchronous standby',
  silenceMaxMs: CRASH_MS,
  run: async ({ cluster }) => killProcess(await cluster.standby(), 'postgres'),
}

export const etcd: Drill = {
  title: 'kill -9 of etcd’s leader',
  silenceMaxMs: CRASH_MS,
  run: async ({ cluster }) => killProcess(await cluster.etcdLeader(), 'etcd'),
}

export const web: Drill = {
  title: 'kill -9 of a web process',
  silenceMaxMs: CRASH_MS,
  run: async ({ installation: { webs } }) => {
    webs[0]?.crash()
    await webs[0]?.untilBack()
  },
}

/** One after the other, so that whoever leads is among them. */
export const worker: Drill = {
  title: 'kill -9 of each worker',
  silenceMaxMs: CRASH_MS,
  run: async ({ installation: { workers } }) => {
    for (const one of workers) {
      one.crash()
      await one.untilBack()
    }
  },
}
