import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { populate } from '../../bench/money/population.ts'
import { loseOnPurpose } from './asynchronous.ts'
import { makeCluster, type Cluster } from './cluster/cluster.ts'
import { openKit } from './cluster/kit.ts'
import { layNetwork } from './cluster/network.ts'
import { startProxy } from './cluster/proxy.ts'
import { run, within } from './commands.ts'
import { DRILLS } from './drills/all.ts'
import { begin, install, type Installation } from './installation/installation.ts'
import { startLoad } from './load/load.ts'
import { readOptions } from './options.ts'
import { rehearse } from './rehearse.ts'
import { beginBackups, chooseTarget, restore } from './restore.ts'
import { conclude, describeFailure, type Findings } from './report.ts'

const PEOPLE = 300
/** Before everything is ended from outside. */
const REPORTED_WITHIN_MS = 20_000
const LOGS = new URL('results/logs/', import.meta.url).pathname

const [folder = '', ...args] = process.argv.slice(2)
const options = readOptions(args)
const begun = Date.now()
const say = (line: string) => console.log(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${line}`)
process.on('SIGTERM', () => process.exit(1))
process.exit(await drill())

async function drill(): Promise<number> {
  await run('mount', ['--make-rprivate', '/'])
  await run('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'none', folder])
  await layNetwork()
  const kit = await openKit(folder)
  const cluster = await makeCluster(kit, folder, options)
  let installation: Installation | undefined
  const found: Findings = { outcomes: [] }
  const rehearseAll = async () => {
    say('Starting three nodes ...')
    await cluster.beginAnew()
    await beginBackups({ cluster })
    await startProxy(kit, join(folder, 'servers'))
    say('Installing: two web processes, two workers ...')
    installation = await install(cluster, kit, folder)
    await begin(installation)
    const { ownerUrl: databaseUrl, secret } = installation
    const load = startLoad(await populate({ databaseUrl, secret }, { people: PEOPLE, isFollowed: false }))
    const scene = { cluster, installation, load, say }
    if (options.asynchronous) {
      found.stopped = await loseOnPurpose(scene)
      return
    }
    for (const name of options.only) found.outcomes.push(await rehearse(DRILLS[name], scene))
    const target = options.restores ? await chooseTarget(scene) : undefined
    found.open = await load.end()
    say(`${load.acknowledged.length} orders were acknowledged, ${found.open} were not. Verifying ...`)
    const verified = await installation.trefoil('verify')
    found.verify = verified.trim().split('\n').at(-1) ?? ''
    if (target) found.restored = await restore(scene, target)
  }
  try {
    await within(options.limitMs - REPORTED_WITHIN_MS, 'The drill', rehearseAll)
  } catch (error) {
    console.error(error)
    found.failure = describeFailure(error)
  }
  return conclude(found, { keepLogs: () => keepLogs(cluster, installation) })
}

async function keepLogs({ hosts }: Cluster, installation: Installation | undefined): Promise<void> {
  await mkdir(LOGS, { recursive: true })
  for (const { name, logs } of hosts)
    for (const log of logs) await cp(log, join(LOGS, `${name}-${log.split('/').at(-1)}`)).catch(() => undefined)
  for (const { log, name } of [...(installation?.webs ?? []), ...(installation?.workers ?? [])])
    await cp(log, join(LOGS, `${name}.log`)).catch(() => undefined)
  console.error(`The logs are in ${LOGS}`)
}
