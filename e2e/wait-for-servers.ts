import { expect } from '@playwright/test'
import { SERVERS } from './servers.ts'
import { SLOWDOWN } from './slowdown.ts'

const START_MS = 120_000

/** Waits for all servers at once: Playwright itself would start them one after the other. */
export default async function waitForServers(): Promise<void> {
  const isReady = ({ url }: { url: string }) =>
    fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const server of [SERVERS.members, SERVERS.console])
    await expect.poll(() => isReady(server), { timeout: START_MS * SLOWDOWN, message: server.url }).toBe(true)
}
