import { setTimeout as sleep } from 'node:timers/promises'
import { cutOff, reconnect } from '../cluster/network.ts'
import { until } from '../commands.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Host } from '../cluster/host.ts'
import { LOST_HOST_MS, type Drill } from './drill.ts'

/** Longer than Patroni's `ttl`, so that another one has taken over when it wakes up. */
const PAUSE_MS = 25_000
const CUT_MS = 30_000
const SEGMENTS_MAX = 40

export const paused: Drill = {
  title: 'the primary’s host paused for 25 s, then resumed',
  silenceMaxMs: LOST_HOST_MS,
  run: async ({ cluster }) => {
    const host = await cluster.primary()
    await host.pause()
    await sleep(PAUSE_MS)
    await host.resume()
    await untilReplaced(cluster, host)
  },
}

export const network: Drill = {
  title: 'network between the primary and the other nodes cut for 30 s',
  silenceMaxMs: LOST_HOST_MS,
  run: async ({ cluster }) => {
    const { name } = await cluster.primary()
    await cutOff(name)
    await sleep(CUT_MS)
    await reconnect(name)
  },
}

export const disk: Drill = {
  title: 'disk full on the primary',
  silenceMaxMs: LOST_HOST_MS,
  run: async ({ cluster }) => {
    const host = await cluster.primary()
    await host.fillDisk()
    // What is left are files of the log that can be used again: this uses them up.
    for (let segment = 0; segment < SEGMENTS_MAX; segment += 1) {
      const isLeft = await cluster
        .psql(host, 'select pg_switch_wal() from pg_logical_emit_message(false, $$drill$$, $$$$)')
        .then(
          () => true,
          () => false,
        )
      if (!isLeft) break
    }
    await untilReplaced(cluster, host)
    await host.freeDisk()
  },
}

export const everything: Drill = {
  title: 'all three nodes killed at once, and started again',
  silenceMaxMs: LOST_HOST_MS,
  run: async ({ cluster }) => {
    await Promise.all(cluster.hosts.map((host) => host.kill()))
    for (const host of cluster.hosts) host.start()
  },
}

const untilReplaced = (cluster: Cluster, former: Host) =>
  until(`another primary than ${former.name}`, async () => ((await cluster.primary()) === former ? undefined : true))
