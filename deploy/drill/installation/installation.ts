import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeChain, UNIT, type TestChain } from '../../../apps/server/src/testing/make-chain.ts'
import { chainVariables } from '../../../apps/server/src/testing/chain-variables.ts'
import { openMailServer } from '../../../apps/server/src/testing/open-mail-server.ts'
import { mintCall } from '../../../apps/server/src/chain/deploy.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { DATABASE_HOST, WEB_PORTS, type Kit } from '../cluster/kit.ts'
import { NODES } from '../cluster/network.ts'
import { run } from '../commands.ts'
import { makeServer, type Server } from './servers.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
const WORKER_PORTS = [3003, 3004]
const BLOCK_MS = 1000
const VERIFY_TIMEOUT_MS = 5 * 60_000
/** In the treasury before the first block is read. */
const TREASURY = 10n ** 12n * UNIT

export type Installation = {
  chain: TestChain
  secret: string
  ownerUrl: string
  databaseUrl: string
  webs: Server[]
  workers: Server[]
  /** The command line of the product, as it would be run beside a worker. */
  trefoil: (...args: string[]) => Promise<string>
}

/** Production as it is deployed: two web processes, two workers, a chain, and a mail server that takes everything. */
export async function install(cluster: Cluster, kit: Kit, folder: string): Promise<Installation> {
  const files = join(folder, 'files')
  await mkdir(files)
  await run('bash', [
    '-c',
    `echo '127.0.0.1 localhost rpc.localhost ${DATABASE_HOST}' >${files}/hosts && mount --bind ${files}/hosts /etc/hosts`,
  ])
  const passwords = { owner: randomBytes(24).toString('hex'), application: randomBytes(24).toString('hex') }
  const primary = await cluster.primary()
  await cluster.psql(primary, `create role trefoil login password '${passwords.owner}'`)
  await cluster.psql(primary, `create role trefoil_app login password '${passwords.application}'`)
  await cluster.psql(primary, 'create database trefoil owner trefoil')

  const chain = await makeChain({})
  await chain.owner.send({ to: chain.facts.token, data: mintCall(chain.facts.treasury, TREASURY) })
  setInterval(() => void chain.mine(), BLOCK_MS)
  const mails = await openMailServer()
  const logKey = join(files, 'log-key')
  await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', logKey])
  await run('chmod', ['600', logKey])

  const secret = randomBytes(32).toString('base64')
  const url = (login: string, password: string) =>
    `postgres://${login}:${password}@${DATABASE_HOST}:5000/trefoil?sslmode=verify-full&sslrootcert=${kit.certificates}/ca.crt`
  const ownerUrl = url('trefoil', passwords.owner)
  const databaseUrl = url('trefoil_app', passwords.application)
  const { CHAIN_SIGNER_KEY_FILE, ...onChain } = await chainVariables(chain, files)
  const shared = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PATRONI_URL: NODES.map(({ address }) => `https://${address}:8008`).join(),
    NODE_EXTRA_CA_CERTS: join(kit.certificates, 'ca.crt'),
    TREFOIL_SECRET: secret,
    PUBLIC_URL: 'https://trefoil.example.org',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Trefoil <no-reply@example.org>',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    ...onChain,
    CHAIN_RPC_URL: `${chain.url},${chain.url.replace('127.0.0.1', 'rpc.localhost')}`,
  }
  const keys = { CHAIN_SIGNER_KEY_FILE, LOG_KEY_FILE: logKey }
  const environment = {
    web: { ...shared, TREFOIL_ROLE: 'web' },
    worker: { ...shared, ...keys, TREFOIL_ROLE: 'worker' },
  }
  await writeFile(join(files, 'environment.json'), JSON.stringify(environment), { mode: 0o600 })
  const make = (role: 'web' | 'worker', ports: readonly number[]) =>
    Promise.all(ports.map((port, index) => makeServer(`${role}${index + 1}`, port, environment[role], files)))
  const [, ...cli] = ['node', '--import', './apps/server/without-types.mjs', 'apps/server/src/cli.ts']
  return {
    chain,
    secret,
    ownerUrl,
    databaseUrl,
    webs: await make('web', WEB_PORTS),
    workers: await make('worker', WORKER_PORTS),
    trefoil: (...args) =>
      run('env', ['-C', ROOT, process.execPath, ...cli, ...args], {
        timeoutMs: VERIFY_TIMEOUT_MS,
        env: { PATH: process.env['PATH'] ?? '', ...environment.worker, DATABASE_OWNER_URL: ownerUrl },
      }),
  }
}

/** The tables, the member at the top and two operators; then the servers. */
export async function begin({ trefoil, webs, workers }: Installation): Promise<void> {
  await trefoil('init', '--root-email', 'root@example.org', '--operator-email', 'olga@example.org')
  await trefoil('create-operator', '--email', 'oscar@example.org', '--name', 'Oscar')
  await startAll([...workers, ...webs])
}

export async function startAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers) server.start()
  await Promise.all(servers.map((server) => server.untilReady()))
}
