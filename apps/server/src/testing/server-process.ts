import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { programFile } from './programs.ts'
import type { TestServer } from './server.ts'
import { visitor } from './visitor.ts'

/** Another server process on the database of a test server, with its own port. */
export async function startServerProcess(
  { settings }: Pick<TestServer, 'settings'>,
  variables: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [programFile('server-child')], {
    env: {
      PORT: '0',
      DATABASE_URL: settings.databaseUrl ?? '',
      DATABASE_OWNER_URL: settings.databaseOwnerUrl ?? '',
      DATA_DIR: settings.dataDir,
      TREFOIL_SECRET: settings.secret ?? '',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  onTestFinished(() => end('SIGTERM'))
  const url = await addressFrom(child.stdout)
  return { url, visit: () => visitor(url), stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

async function addressFrom(output: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  for await (const chunk of output) {
    said += String(chunk)
    const [, url] = /Trefoil is at (\S+)/.exec(said) ?? []
    // Visitors choose their own IPv4 address.
    if (url) return url.replace('//localhost:', '//127.0.0.1:')
  }
  throw new Error(`The server ended before it was ready: ${said}`)
}
