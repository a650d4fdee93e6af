import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runCommandLine, type Ended } from '../cli/command-line.ts'
import { programFile } from './programs.ts'

type Variables = Record<string, string>

/** What `npm run trefoil` prints and exits with, without a process: its environment is these variables alone. */
export const trefoil = (args: string[], variables: Variables = {}): Promise<Ended> => runCommandLine(args, variables)

/** The same in a process of its own, with line ends as they are printed. */
export const trefoilProcess = (args: string[], variables: Variables = {}): Promise<Ended> =>
  promisify(execFile)(process.execPath, [programFile('cli'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...variables },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Ended,
  )
