import { parseArgs } from 'node:util'
import type { Database } from '../db/database.ts'
import { readSettings, type Settings, type Variables } from '../env.ts'
import type { Act } from '../members/audit.ts'
import { refuseForeignSecret, secretIn } from '../members/secret.ts'
import { countOutdatedServers } from '../secrets/announced-versions.ts'
import { makeKeyring, type Keyring } from '../secrets/keyring.ts'
import { countOutdated, rotateSecret, type Rotation } from '../secrets/rotate.ts'
import { secretStatus, type VersionStatus } from '../secrets/status.ts'
import { Misuse, StartError } from '../start-error.ts'
import { withDatabase } from './open.ts'
import { progressBar } from './progress.ts'
import { describeStatus } from './secret-words.ts'
import { COMMAND_LINE } from './staff.ts'

export const SECRET_HELP = `  secret status   Which versions of TREFOIL_SECRET stored data needs, and when an old one may be removed.
          --json prints JSON.
          Example: npm run trefoil -- secret status
  secret rotate   Encrypt everything again with the first version of TREFOIL_SECRET, while the servers run.
          May be interrupted at any moment: run it again and it goes on. --json prints JSON.
          Example: npm run trefoil -- secret rotate
`

export async function secretCommand(args: string[], variables?: Variables): Promise<string> {
  const { values, positionals } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true })
  const [what] = positionals
  if (positionals.length > 1 || (what !== 'rotate' && what !== 'status'))
    throw new Misuse(`There is no command "secret ${positionals.join(' ')}".\n\n${SECRET_HELP}`)
  const settings = readSettings(variables)
  if (what === 'status') {
    const versions = await readStatus(settings)
    return values.json ? JSON.stringify({ versions }) : describeStatus(versions)
  }
  const { resealed, unreadable, versions } = await rotate(settings)
  if (unreadable > 0)
    throw new StartError(
      `${unreadable} values could not be read with any given version, and were left as they are; ${resealed} were encrypted again.`,
    )
  if (values.json) return JSON.stringify({ resealed, versions })
  return `${resealed} values were encrypted again with the first version.\n${describeStatus(versions)}`
}

type Opened = { db: Database; keyring: Keyring; act: Act }

/** Also with a secret that is not enough: what is missing is what the status is for. */
const withSecret = <Result>(settings: Settings, use: (opened: Opened) => Promise<Result>): Promise<Result> =>
  withDatabase(settings, async ({ bringUpToDate, unaudited: db, act }) => {
    await bringUpToDate()
    const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
    return use({ db, keyring, act })
  })

export const readStatus = (settings: Settings): Promise<VersionStatus[]> => withSecret(settings, secretStatus)

type Rotated = Rotation & { versions: VersionStatus[] }

/** `stepRows`: how many rows one transaction changes. */
export const rotate = (settings: Settings, { stepRows }: { stepRows?: number } = {}): Promise<Rotated> =>
  withSecret(settings, async (opened) => {
    await refuseForeignSecret(opened.db, opened.keyring)
    await refuseOutdatedServers(opened)
    const total = await countOutdated(opened)
    const rotation = await rotateSecret(
      { ...opened, ...(stepRows !== undefined && { stepRows }) },
      progressBar(total, 'values'),
    )
    if (rotation.resealed > 0)
      await opened.act(
        {
          ...COMMAND_LINE,
          action: 'secret.rotate',
          subject: opened.keyring.versions[0]?.id,
          why: 'Encrypted again on the command line',
          details: rotation,
        },
        async () => {},
      )
    return { ...rotation, versions: await secretStatus(opened) }
  })

/** It could not read what is encrypted again: its members could not sign in. */
async function refuseOutdatedServers({ db, keyring }: Opened): Promise<void> {
  const servers = await countOutdatedServers(db, keyring)
  if (servers > 0)
    throw new StartError(
      `${servers === 1 ? 'A server is' : `${servers} servers are`} running without version ${keyring.versions[0]?.id} in the first place: restart with this TREFOIL_SECRET, then run this again.`,
    )
}
