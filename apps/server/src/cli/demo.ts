import { parseArgs } from 'node:util'
import type { Database } from '../db/database.ts'
import type { Logins } from '../db/logins.ts'
import { beginSeeding } from '../demo/begin.ts'
import { claimDatabase } from '../demo/mode.ts'
import { seedCrowd } from '../demo/crowd.ts'
import { chainBegins, findDemoFacts, seedHistory } from '../demo/seed.ts'
import { startWallet, type StartedWallet } from '../deposits/start-wallet.ts'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { openLedger } from '../ledger/batch.ts'
import { makeKeyring, type Keyring } from '../secrets/keyring.ts'
import { refuseForeignSecret, secretIn } from '../members/secret.ts'
import { Misuse, StartError } from '../start-error.ts'
import { withDatabase } from './open.ts'
import { progressBar } from './progress.ts'

export const DEMO_HELP = `  demo seed --members <count>   Add made-up members, each with a donation, to the demo's network.
          Not in production. --json prints JSON.
          Example: npm run trefoil -- demo seed --members 10000
`

const MEMBERS_MAX = 1_000_000

export async function demoCommand(args: string[], variables?: Variables): Promise<string> {
  const options = { json: { type: 'boolean' }, members: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (positionals[0] !== 'seed') throw new Misuse(`There is no command "demo ${positionals[0] ?? ''}".\n\n${DEMO_HELP}`)
  const count = Number(values.members)
  if (!Number.isSafeInteger(count) || count < 1 || count > MEMBERS_MAX)
    throw new Misuse(`--members is a whole number from 1 to ${MEMBERS_MAX}.`)
  await seed(readSettings(variables), count)
  return values.json ? JSON.stringify({ members: count }) : `${count} members were added.`
}

async function seed(settings: Settings, count: number): Promise<void> {
  if (settings.production) throw new StartError('Made-up members have no place in production.')
  if (settings.chain.remote)
    throw new StartError('Made-up members need the local chain, but another one is configured.')
  await withDatabase(settings, async ({ logins, unaudited: db }) => {
    await claimDatabase(logins, 'demo')
    const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
    await refuseForeignSecret(db, keyring)
    const { chain, addresses, faucet } = await openDemo({ ...settings, logins, db, keyring })
    const ledger = openLedger(logins.url)
    try {
      if (!faucet) throw new StartError('There is no test money on this chain.')
      await seedCrowd({ db, keyring, ledger, chain, addresses, faucet }, count, progressBar(count, 'members'))
    } finally {
      await ledger.stop()
      await chain.close()
    }
  })
}

type Demo = Pick<Settings, 'chain' | 'dataDir'> & {
  logins: Logins
  db: Database
  keyring: Keyring
}

/** The demo's chain. Makes the demo's history first if the demo was never started. */
async function openDemo({ logins, db, keyring, chain, dataDir }: Demo): Promise<StartedWallet> {
  const { url } = logins
  const isFilled = (await findDemoFacts(db)) !== undefined
  const seeding = isFilled ? undefined : await beginSeeding(logins.ownerUrl)
  const end = new Date()
  try {
    const place = { databaseUrl: url, dataDir, since: seeding && chainBegins(end) }
    const started = await startWallet({ db, keyring }, chain, place)
    if (seeding) await seedHistory(seeding, { url, keyring, started, end })
    return started
  } finally {
    await seeding?.leave()
  }
}
