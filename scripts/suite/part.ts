import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { processorSeconds } from './processor.ts'

export type Part = { title: string; command: string[] }

export type PartResult = {
  title: string
  isGreen: boolean
  wasInterrupted: boolean
  seconds: number
  processorSeconds: number | undefined
}

/** Runs a part to its end, with its output on the terminal. */
export async function runPart({ title, command }: Part, variables: Record<string, string>): Promise<PartResult> {
  const [program = '', ...args] = command
  process.stdout.write(`\n── ${title}\n`)
  const [begun, used] = [performance.now(), processorSeconds()]
  let wasInterrupted = false
  // Ctrl-C reaches the part, too: it ends in order, and what it found is still reported.
  const interrupt = () => {
    wasInterrupted = true
  }
  process.on('SIGINT', interrupt)
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } })
  const code = await once(child, 'exit').then(
    ([exitCode]) => exitCode as number | null,
    (error: unknown) => {
      process.stdout.write(`${String(error)}\n`)
      return 1
    },
  )
  process.off('SIGINT', interrupt)
  const usedNow = processorSeconds()
  return {
    title,
    isGreen: code === 0,
    wasInterrupted,
    seconds: (performance.now() - begun) / 1000,
    processorSeconds: used === undefined || usedNow === undefined ? undefined : usedNow - used,
  }
}
