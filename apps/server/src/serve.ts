import { readSettings } from './env.ts'
import { isExpected } from './start-error.ts'

/* oxlint-disable no-console -- what a person at the terminal reads; everything else goes to the log */

/** The program of a server, until a signal stops it. `webBuilt`: while the web application is still being built. */
export async function serve({ webBuilt }: { webBuilt?: Promise<void> } = {}): Promise<void> {
  let isStopping = () => false
  try {
    const settings = readSettings()
    const starting = import('./start.ts').then(({ startServer }) =>
      startServer(settings, { webBuilt, notify: (sentence) => console.log(`  ${sentence}`) }),
    )
    isStopping = stopOnSignal(starting)
    const { url } = await starting
    // By name: browsers give no passkeys to numbers.
    console.log(`\n  Trefoil is at ${url.replace('//127.0.0.1:', '//localhost:')}`)
    if (!settings.production) console.log(`  Demo mode: test data only, everything in ${settings.dataDir}`)
    console.log('  Ctrl-C stops it.\n')
  } catch (error) {
    if (isStopping()) return
    console.error(isExpected(error) ? error.message || error.code : error)
    process.exit(1)
  }
}

/** Also during a start: whatever has started by then stops in order. */
function stopOnSignal(starting: Promise<{ stop: () => Promise<void> }>): () => boolean {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl-C arrives twice, from the terminal and from npm.
      if (stopping) return
      stopping = true
      void starting.then(({ stop }) => stop()).finally(() => process.exit(0))
    })
  }
  return () => stopping
}
