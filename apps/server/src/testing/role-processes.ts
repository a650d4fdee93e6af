import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { startTestChain } from './chain.ts'
import { chainVariables } from './chain-variables.ts'
import { openPayouts } from './payouts.ts'
import { startServerProcess } from './server-process.ts'
import { testSettings } from './settings.ts'

const SOON = { timeout: 30_000, interval: 100 }

/**
 * Processes of several roles on one database and a chain that all of them reach. Those of the role web are given no
 * key. `postedBy`: which process has posted each journal since the scene began.
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

  const start = (role: 'web' | 'worker', name: string, variables: Record<string, string> = {}) => {
    const url = new URL(settings.databaseUrl ?? '')
    url.searchParams.set('options', `-c trefoil_test.process=${name}`)
    return startServerProcess(
      { settings },
      {
        ...ofChain,
        CHAIN_ATTESTATIONS: String(chain.facts.attestations),
        ...(role === 'worker' && { CHAIN_SIGNER_KEY_FILE }),
        TREFOIL_ROLE: role,
        DATABASE_URL: url.href,
        ...variables,
      },
    )
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
    /** Does it until that process has posted what it did. */
    becomesPostedBy: (name: string, post: () => Promise<unknown>) =>
      expect.poll(async () => (await post(), await lastPostedBy()), SOON).toBe(name),
  }
}
