import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { APIRequestContext } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { AS_NEW_BROWSER, type Signed } from './operators.ts'
import { PASSCODE } from './people.ts'
import { SERVERS } from './servers.ts'

const CLI = fileURLToPath(new URL('../apps/server/src/cli.ts', import.meta.url))
const AGE = fileURLToPath(new URL('age-second-factor.ts', import.meta.url))
const CODE_MS = 30_000

const run = promisify(execFile)
const onServer = { env: { ...process.env, DATA_DIR: SERVERS.console.dataDir } }

export type NewOperator = Signed & { privateKey: string; secret: string }

/** An operator whose authenticator no other test uses, signed in, with a passcode of their own. */
export async function newOperator(request: APIRequestContext, name: string): Promise<NewOperator> {
  const email = `${randomUUID()}@example.org`
  const { stdout } = await run('node', [CLI, 'create-operator', '--email', email, '--name', name, '--json'], onServer)
  const made = JSON.parse(stdout) as { privateKey: string; passcode: string }
  const call = async (method: string, path: string, data: object, token?: string) => {
    const headers = token === undefined ? AS_NEW_BROWSER : { authorization: `Bearer ${token}` }
    const reply = await request.fetch(`/api${path}`, { method, data, headers })
    if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json()
  }
  const { token, user } = await call('POST', '/users/login', { identifier: made.privateKey, password: made.passcode })
  await call('PUT', '/users/profile', { current_password: made.passcode, new_password: PASSCODE }, token)
  const { secret } = (await call('POST', '/users/two-factor/setup', { password: PASSCODE }, token)).data
  // The code before the current one, so that this and the next are still unused. Its time may just have ended.
  const enable = () => call('POST', '/users/two-factor/enable', { code: codeBefore(secret) }, token)
  await enable().catch(enable)
  return { token, user, privateKey: made.privateKey, secret }
}

const codeBefore = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - CODE_MS })

/** Their second factor was shown so long ago that acts ask for it again. */
export async function ageSecondFactor({ user }: { user: { email: string } }): Promise<void> {
  await run('node', [AGE, user.email], onServer)
}
