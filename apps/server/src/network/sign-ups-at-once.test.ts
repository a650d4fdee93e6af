import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { expectFullLevels } from '../testing/full-levels.ts'
import { growNetwork } from '../testing/network.ts'
import { shareTestServer } from '../testing/server.ts'
import { programFile } from '../testing/programs.ts'

const server = await shareTestServer()

test('1,000 sign-ups at once on one code from two processes: 1,000 places, none twice, none skipped', async () => {
  const [sponsor = 0] = await growNetwork(server.database, [1])
  const signUpMany = () =>
    promisify(execFile)(process.execPath, [
      programFile('sign-up-process'),
      server.settings.databaseUrl ?? '',
      String(sponsor),
      '500',
    ])
  await Promise.all([signUpMany(), signUpMany()])
  await expectFullLevels(server.database, { sponsor, count: 1000 })
})
