import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readSettings } from '../env.ts'
import { startTrefoil } from '../start.ts'
import { startTestChain } from './chain.ts'
import { chainVariables } from './chain-variables.ts'
import { openPayouts } from './payouts.ts'
import { testSettings } from './settings.ts'
import { visitor } from './visitor.ts'

const SOON = { timeout: 90_000, interval: 100 }

/**
 * Servers of several roles on one database and a chain that all of them reach. Those of the role web are given no
 * key. `postedBy`: which of them has posted each journal since the scene began.
 */
export async function roleScene() {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-roles-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { CHAIN_SIGNER_KEY_FILE, ...ofChain } = await chainVariables(chain, dataDir)
  const settings = testSettings({ databaseUrl: wallet.ownerUrl, dataDir })
  // Payouts wait for an epoch. The next one is due in an hour.
  await wallet.owner.query(`
    insert into epoch (number, state, why) values (1, 'failed', 'not needed here');
    create table posted_by (journal bigint, process text);
    create function note_process() returns trigger security definer language plpgsql as $$
    begin
      insert into posted_by values (new.id, current_setting('trefoil_test.process', true));
      return null;
    end $$;
    create trigger note_process after insert on journal for each row execute function note_process()`)

  /** To the database, and to each other, servers in one process are processes of their own. */
  const start = async (role: 'web' | 'worker', name: string, variables: Record<string, string> = {}) => {
    const url = new URL(settings.databaseUrl ?? '')
    url.searchParams.set('options', `-c trefoil_test.process=${name}`)
    const own = readSettings({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_OWNER_URL: settings.databaseOwnerUrl,
      TREFOIL_SECRET: settings.secret,
      ...ofChain,
      CHAIN_ATTESTATIONS: String(chain.facts.attestations),
      ...(role === 'worker' && { CHAIN_SIGNER_KEY_FILE }),
      TREFOIL_ROLE: role,
      DATABASE_URL: url.href,
      ...variables,
    })
    const running = await startTrefoil(own)
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= running.stop())
    onTestFinished(stop)
    return { url: running.url, visit: () => visitor(running.url), stop }
  }
  const lastPostedBy = async () => {
    const { rows } = await wallet.owner.query<{ process: string }>(
      'select process from posted_by order by journal desc limit 1',
    )
    return rows[0]?.process
  }
  return {
    chain,
    payouts,
    wallet,
    settings,
    start,
    lastPostedBy,
    /** Does it until that server has posted what it did. */
    becomesPostedBy: (name: string, post: () => Promise<unknown>) =>
      expect.poll(async () => (await post(), await lastPostedBy()), SOON).toBe(name),
  }
}
