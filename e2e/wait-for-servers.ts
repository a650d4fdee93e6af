import { expect } from '@playwright/test'
import { SERVERS } from './servers.ts'
import { SLOWDOWN } from './slowdown.ts'

const START_MS = 120_000

/** They start side by side; the runner itself would start one after the other. */
export default async function waitForServers(): Promise<void> {
  const isReady = ({ url }: { url: string }) =>
    fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const server of Object.values(SERVERS))
    await expect.poll(() => isReady(server), { timeout: START_MS * SLOWDOWN, message: server.url }).toBe(true)
}
