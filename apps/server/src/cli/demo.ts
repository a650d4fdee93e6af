import { parseArgs } from 'node:util'
import { startChain, type StartedChain } from '../chain/start-chain.ts'
import { asApplication } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { beginSeeding } from '../demo/begin.ts'
import { seedCrowd } from '../demo/crowd.ts'
import { chainBegins, seedHistory } from '../demo/seed.ts'
import { readSettings, type Settings } from '../env.ts'
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

export async function demoCommand(args: string[]): Promise<string> {
  const options = { json: { type: 'boolean' }, members: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (positionals[0] !== 'seed') throw new Misuse(`There is no command "demo ${positionals[0] ?? ''}".\n\n${DEMO_HELP}`)
  const count = Number(values.members)
  if (!Number.isSafeInteger(count) || count < 1 || count > MEMBERS_MAX)
    throw new Misuse(`--members is a whole number from 1 to ${MEMBERS_MAX}.`)
  await seed(readSettings(), count)
  return values.json ? JSON.stringify({ members: count }) : `${count} members were added.`
}

async function seed(settings: Settings, count: number): Promise<void> {
  if (settings.production) throw new StartError('Made-up members have no place in production.')
  if (settings.chain.remote)
    throw new StartError('Made-up members need the local chain, but another one is configured.')
  await withDatabase(settings, async ({ ownerUrl, unaudited: db }) => {
    await migrate(ownerUrl)
    const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
    await refuseForeignSecret(db, keyring)
    const url = asApplication(ownerUrl)
    const { chain, faucet } = await openDemo({ ...settings, ownerUrl, url, keyring })
    const ledger = openLedger(url)
    try {
      if (!faucet) throw new StartError('There is no test money on this chain.')
      await seedCrowd({ db, keyring, ledger, chain, faucet }, count, progressBar(count, 'members'))
    } finally {
      await ledger.stop()
      await chain.close()
    }
  })
}

type Demo = Pick<Settings, 'chain' | 'dataDir'> & { ownerUrl: string; url: string; keyring: Keyring }

/** The demo's chain. Makes the demo's history first if the demo was never started. */
async function openDemo({ ownerUrl, url, keyring, chain, dataDir }: Demo): Promise<StartedChain> {
  const seeding = await beginSeeding(ownerUrl)
  const end = new Date()
  try {
    const started = await startChain(chain, { databaseUrl: url, dataDir, since: seeding && chainBegins(end) })
    if (seeding) await seedHistory(seeding, { url, keyring, started, end })
    return started
  } finally {
    await seeding?.leave()
  }
}
