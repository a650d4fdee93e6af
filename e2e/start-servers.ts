import { SERVERS } from './servers.ts'
import { fillDemo, startServer } from './start-server.ts'

const VARIABLES = { LIMIT_SIGN_UPS_PER_HOUR: '1000', WEBHOOKS_TO_LOOPBACK: 'yes' }
const started = new Map<'members' | 'console', { stop: () => Promise<void> }>()

/** One that cannot start ends the run with its own sentence. Playwright calls what is returned at the end. */
export default async function startServers(): Promise<() => Promise<void>> {
  const stopAll = async () => {
    await Promise.all([...started.values()].map(({ stop }) => stop()))
  }
  try {
    await fillDemo(SERVERS.members)
    await Promise.all(
      (['members', 'console'] as const).map(async (name) =>
        started.set(name, await startServer(SERVERS[name], VARIABLES)),
      ),
    )
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}

/** A server at rest takes an eighth of a core, so one whose tests are over stops early. */
export const stopConsole = (): Promise<void> | undefined => started.get('console')?.stop()
