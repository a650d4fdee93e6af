import { expect } from 'vitest'

/** For what another process or a worker does in its own time. */
export const until = (isSo: () => Promise<boolean>, timeoutMs = 90_000): Promise<void> =>
  expect.poll(isSo, { timeout: timeoutMs, interval: 200 }).toBe(true)
