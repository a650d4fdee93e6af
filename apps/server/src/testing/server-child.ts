import { readSettings } from '../env.ts'
import { startTrefoil } from '../start.ts'

/** A server in a process of its own, as `main.ts` starts it, but a demo may have a chain and a mail server. */
const { url, stop } = await startTrefoil(readSettings(), { isApart: true })
process.once('SIGTERM', () => void stop().finally(() => process.exit(0)))
process.stdout.write(`Trefoil is at ${url}\n`)
