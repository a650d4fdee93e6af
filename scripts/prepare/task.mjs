import { spawn } from 'node:child_process'
import { PrepareError } from './prepare-error.mjs'

/**
 * One line on the terminal, with the time it took. What the commands print is shown only when one fails.
 * @param {{ title: string, failure: string, work: () => Promise<void> }} task
 */
export async function task({ title, failure, work }) {
  const begun = performance.now()
  process.stderr.write(`${title}… `)
  try {
    await work()
    process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
  } catch (error) {
    process.stderr.write(`\n${/** @type {Error} */ (error).message.trim()}\n`)
    throw new PrepareError(failure)
  }
}

/**
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
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(output || `${program} ended with code ${code}`)
}
