import { startTrefoil } from './start.ts'
import { StartError } from './start-error.ts'
import { readSettings } from './env.ts'

/* oxlint-disable no-console -- what a person at the terminal reads; everything else goes to the log */

try {
  const settings = readSettings()
  const running = await startTrefoil(settings)
  console.log(`\n  Trefoil is at ${running.url}`)
  if (!settings.production) console.log(`  Demo mode: test data only, everything in ${settings.dataDir}`)
  console.log('  Ctrl-C stops it.\n')

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl-C reaches us from the terminal and once more from npm: the second is no impatience.
      if (stopping) return
      stopping = true
      void running.stop().finally(() => process.exit(0))
    })
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
