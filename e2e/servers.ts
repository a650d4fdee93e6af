import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Chosen once and inherited by every worker, because another run may be using the same machine.
const folder = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'trefoil-e2e-')))
const firstPort = Number((process.env['E2E_PORT'] ??= String(randomInt(20_000, 30_000))))

export type Place = { port: string; dataDir: string; url: string }

const serverAt = (name: string, port: number): Place => ({
  port: String(port),
  dataDir: join(folder, name),
  url: `http://127.0.0.1:${port}`,
})

/** A demo that is filled once in a run, with which every server of the run starts. */
export const FILLED = join(folder, 'filled')

/** Where the sessions of people who signed in at a server are kept for all workers. */
export const sessionsAt = (url: string) => join(folder, 'sessions', encodeURIComponent(url))

/**
 * Operators change the programme that members see, so they have their own server. Recoveries stop everybody's payouts:
 * their journeys start a third one.
 */
export const SERVERS = {
  members: serverAt('members', firstPort),
  console: serverAt('console', firstPort + 1),
  recovery: serverAt('recovery', firstPort + 2),
}

/** For a journey that changes the books by hand: one for each of the workers that may run it at a time. */
export const serverAlone = (parallelIndex: number) => serverAt(`alone-${parallelIndex}`, firstPort + 3 + parallelIndex)
