import { readFileSync } from 'node:fs'

/** Ticks of Linux in /proc are hundredths of a second. */
const TICK_SECONDS = 0.01

/**
 * Processor time of the whole machine since it was started. Processes that are killed, such as those of a browser, and
 * databases in a process group of their own are in no other sum; so everything else that runs meanwhile counts, too.
 * Undefined where there is no /proc.
 */
export const processorSeconds = (): number | undefined => {
  const times = machineTimes()
  return times && times.busy * TICK_SECONDS
}

/** Measures which share of the processors' time went to other machines on the same hardware. */
export function readSteal(): { share: () => number | undefined } {
  const before = machineTimes()
  return {
    share() {
      const after = machineTimes()
      return before && after && (after.stolen - before.stolen) / Math.max(1, after.all - before.all)
    },
  }
}

function machineTimes(): { all: number; busy: number; stolen: number } | undefined {
  const line = read('/proc/stat')?.split('\n')[0]
  if (line === undefined) return undefined
  // The times of guests, at the end, are part of the first ones.
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, softInterrupts = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1, 9)
    .map(Number)
  const busy = user + nice + system + interrupts + softInterrupts
  return { all: busy + idle + waiting + stolen, busy, stolen }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
