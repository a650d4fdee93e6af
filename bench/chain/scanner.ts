import type { Address } from '../../apps/server/src/chain/chain.ts'
import { asApplication, openDatabase, openPool, type Pool } from '../../apps/server/src/db/database.ts'
import { scanStep } from '../../apps/server/src/deposits/scan.ts'
import { thenStop } from '../cleanup.ts'
import { syntheticChain } from './synthetic.ts'

const TRAFFIC = { blocks: 2000, logsPerBlock: 50, rangeMax: 200, oneIn: 100 }
const TURNS = 65_536

/** `perCpuSecond` counts this process's own work, so it also holds on a busy machine. */
export type ScannerFigures = { issued: number; perSecond: number; perCpuSecond: number }

/** Transfers per second, from the provider's answer to the committed rows. */
export async function measureScanner(
  databaseUrl: string,
  { id, issued }: { id: number; issued: number },
): Promise<ScannerFigures> {
  const owner = openPool(databaseUrl, 1, { statement_timeout: 0 })
  const db = openDatabase(openPool(asApplication(databaseUrl), 4))
  return thenStop(
    async () => {
      const chain = syntheticChain({ id, ...TRAFFIC, ours: await issue(owner, issued) })
      const start = await chain.block(0n)
      if (!start) throw new Error('The synthetic chain has no beginning')
      await owner.query('truncate scan, scan_block')
      await owner.query('insert into scan values ($1, 0, $2, 0, $2, 0)', [id, start.hash])
      await owner.query('insert into scan_block values (0, $1)', [start.hash])
      const [began, cpu] = [performance.now(), process.cpuUsage()]
      while ((await scanStep({ db, chain })).cursor.scanned.number < BigInt(TRAFFIC.blocks - 3));
      const { user, system } = process.cpuUsage(cpu)
      const logs = TRAFFIC.blocks * TRAFFIC.logsPerBlock
      return {
        issued,
        perSecond: logs / ((performance.now() - began) / 1000),
        perCpuSecond: logs / ((user + system) / 1_000_000),
      }
    },
    async () => {
      await db.destroy()
      await owner.end()
    },
  )
}

/** Made-up addresses without letters, which need no checksum. Returns some of them, for the traffic. */
async function issue(owner: Pool, count: number): Promise<Address[]> {
  await owner.query(`
    set session_replication_role = replica;
    truncate deposit_address cascade;
    insert into deposit_address (address, member_id, turn, expires_at)
      select '0x' || left(translate(md5(n::text) || md5('x' || n), 'abcdef', '012345'), 40), n / ${TURNS} + 1, n % ${TURNS}, now() from generate_series(1, ${count}) n;
    set session_replication_role = default;
    analyze deposit_address`)
  const { rows } = await owner.query<{ address: Address }>(
    `select address from deposit_address order by turn desc, member_id limit 1000`,
  )
  return rows.map(({ address }) => address)
}
