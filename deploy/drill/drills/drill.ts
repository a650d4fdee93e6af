import type { Cluster } from '../cluster/cluster.ts'
import type { Installation } from '../installation/installation.ts'

export type Scene = { cluster: Cluster; installation: Installation; say: (line: string) => void }

export type Drill = {
  title: string
  /** Members may be without an answer for so long. */
  silenceMaxMs: number
  /** Until what was broken is repaired. */
  run: (scene: Scene) => Promise<void>
}

/** A crash, or a change of roles that somebody asked for. */
export const CRASH_MS = 10_000
/** Patroni waits for 20 s at least before it gives a host up. */
export const LOST_HOST_MS = 30_000
