import { spawn } from 'node:child_process'
import { PrepareError } from './prepare-error.mjs'
import { whyIn } from './why.mjs'

const PROGRESS_MS = 10_000
const STOPPING = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Says what begins, how far it is every few seconds if that can be told, and how long it took. A known failure ends it
 * with one sentence; of any other, what the command printed is shown.
 * @param {{ title: string, failure: string, advice?: string, work: () => Promise<void>, progress?: () => string }} task
 */
export async function task({ title, failure, advice = 'The next run goes on from there.', work, progress }) {
  const begun = performance.now()
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1)
  process.stderr.write(`${title}…\n`)
  const telling = setInterval(
    () => process.stderr.write(`  ${seconds()} s${progress ? `: ${progress()}` : ''}\n`),
    PROGRESS_MS,
  )
  try {
    await work()
    process.stderr.write(`  done after ${seconds()} s\n`)
  } catch (error) {
    if (error instanceof PrepareError) throw error
    const output = /** @type {Error} */ (error).message.trim()
    const why = whyIn(output)
    if (why === undefined) process.stderr.write(`${output}\n`)
    throw new PrepareError(`${failure}${why === undefined ? '' : `: ${why}`}. ${advice}`)
  } finally {
    clearInterval(telling)
  }
}

/**
 * Ctrl-C reaches the child as well, and is obeyed when the child has ended: until then it may still clean up.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<void>}
 */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  /** @param {Buffer} part */
  const collect = (part) => {
    output = (output + part).slice(-20_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  let isInterrupted = false
  /** @param {NodeJS.Signals} signal */
  const interrupt = (signal) => {
    isInterrupted = true
    if (signal !== 'SIGINT') child.kill(signal)
  }
  for (const signal of STOPPING) process.on(signal, interrupt)
  const end = await new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (code, signal) => resolve(signal ?? code)),
  ).finally(() => STOPPING.forEach((signal) => process.off(signal, interrupt)))
  if (isInterrupted) throw new PrepareError('Interrupted: the next run goes on from there.')
  if (end !== 0) throw new Error(output || `${program} ended with ${end}`)
}
