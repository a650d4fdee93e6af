import { etcd, primary, standby, switchover, web, worker } from './crashes.ts'
import type { Drill } from './drill.ts'
import { disk, everything, network, paused } from './lost-hosts.ts'

export const DRILLS = {
  switchover,
  primary,
  standby,
  etcd,
  web,
  worker,
  paused,
  network,
  disk,
  everything,
} satisfies Record<string, Drill>

export type DrillName = keyof typeof DRILLS
