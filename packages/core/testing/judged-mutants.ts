import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Judged } from './judge-mutants.ts'

const JUDGE = fileURLToPath(new URL('judge-mutants.ts', import.meta.url))

/** In a process of its own, which loads the verifier once for each mutant: all of them, or one of so many. */
export async function judgedMutants(every = 1): Promise<Judged[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [JUDGE, String(every)])
  return JSON.parse(stdout) as Judged[]
}
