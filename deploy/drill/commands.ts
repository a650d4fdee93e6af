import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

/** What the command writes to its standard output. It fails with what it says on the other. */
export async function run(
  command: string,
  args: readonly string[],
  options: { timeoutMs?: number; env?: Record<string, string> } = {},
): Promise<string> {
  const { timeoutMs = 60_000, env } = options
  const { stdout } = await execute(command, args, {
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_BYTES_MAX,
    ...(env && { env }),
  })
  return stdout
}

/** Asks again until the answer is neither undefined nor an error. */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | undefined>,
  { withinMs = 60_000, everyMs = 200 } = {},
): Promise<Result> {
  const deadline = Date.now() + withinMs
  let trouble: unknown
  while (Date.now() < deadline) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      trouble = error
    }
    await sleep(everyMs)
  }
  throw new Error(`Not within ${Math.round(withinMs / 1000)} s: ${what}`, { cause: trouble })
}

/** It may go on afterwards, but nobody waits for it. */
export async function within(limitMs: number, what: string, work: () => Promise<void>): Promise<void> {
  const isOver = new AbortController()
  const late = sleep(limitMs, undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`"${what}" took more than ${(limitMs / 60_000).toFixed(1)} minutes`)
  })
  late.catch(() => {})
  try {
    await Promise.race([work(), late])
  } finally {
    isOver.abort()
  }
}
