import { SERVERS } from './servers.ts'
import { fillDemo, startServer } from './start-server.ts'

const VARIABLES = { LIMIT_SIGN_UPS_PER_HOUR: '1000', WEBHOOKS_TO_LOOPBACK: 'yes' }

/** One that cannot start ends the run with its own sentence. Playwright calls what is returned at the end. */
export default async function startServers(): Promise<() => Promise<void>> {
  const started: { stop: () => Promise<void> }[] = []
  const stopAll = async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
  try {
    await fillDemo(SERVERS.members)
    await Promise.all(
      [SERVERS.members, SERVERS.console].map(async (place) => started.push(await startServer(place, VARIABLES))),
    )
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}
