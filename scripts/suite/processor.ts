import { readFileSync } from 'node:fs'

/** Ticks of Linux in /proc are hundredths of a second. */
const TICK_SECONDS = 0.01

/**
 * Processor time, user and system, of every process that this one has started and waited for, with all that those waited
 * for: databases and browsers included. Undefined where there is no /proc.
 */
export function processorSeconds(): number | undefined {
  const text = read('/proc/self/stat')
  if (text === undefined) return undefined
  // The name of the program, in parentheses, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[13], fields[14]].map(Number) as [number, number]
  return (user + system) * TICK_SECONDS
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

function machineTimes(): { all: number; stolen: number } | undefined {
  const line = read('/proc/stat')?.split('\n')[0]
  if (line === undefined) return undefined
  // The times of guests, at the end, are part of the first ones.
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  return { all: times.reduce((sum, each) => sum + each, 0), stolen: times[7] ?? 0 }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
