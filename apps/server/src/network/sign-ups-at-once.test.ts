import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { expectFullLevels } from '../testing/full-levels.ts'
import { growNetwork } from '../testing/network.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()
const signUps = fileURLToPath(new URL('../testing/sign-up-process.ts', import.meta.url))

test('1,000 sign-ups at once on one code from two processes: 1,000 places, none twice, none skipped', async () => {
  const [sponsor = 0] = await growNetwork(server.database, [1])
  const signUpMany = () =>
    promisify(execFile)(process.execPath, [signUps, server.settings.databaseUrl ?? '', String(sponsor), '500'])
  await Promise.all([signUpMany(), signUpMany()])
  await expectFullLevels(server.database, { sponsor, count: 1000 })
})
