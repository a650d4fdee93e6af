import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { collectEvents } from '../webhooks/collect.ts'
import { openWebhooks, type WebhookContext } from '../webhooks/deliver.ts'
import { makeWebhookSecret } from '../webhooks/sign.ts'
import { testSettings } from './settings.ts'
import { openTestWallet } from './wallet.ts'

type Wanted = { url: string; types?: string[] }

/** What sends webhooks, run on demand, with a ledger beside it. */
export async function openHooks(changes: Partial<WebhookContext> = {}) {
  const wallet = await openTestWallet()
  const keyring = makeKeyring(testSettings({}).secret ?? '')
  const context: WebhookContext = {
    db: wallet.db,
    keyring,
    log: pino({ enabled: false }),
    target: { toLoopback: true },
    ...changes,
  }
  const workerOn = (db: WebhookContext['db']) => {
    const webhooks = openWebhooks({ ...context, db })
    return {
      look: () => webhooks.look(),
      settle: () => webhooks.settle(),
      stop: () => webhooks.stop(),
      /** Everything that is due now. */
      async deliver() {
        await collectEvents(db)
        await webhooks.look()
        await webhooks.settle()
      },
    }
  }
  return {
    ...wallet,
    context,
    ...workerOn(wallet.db),
    /** Another process, to the database. */
    openBeside() {
      const pool = openPool(asApplication(wallet.ownerUrl), 4)
      onTestFinished(() => pool.end())
      return workerOn(openDatabase(pool))
    },
    /** Sends what happens from now on. */
    async endpoint({ url, types = ['deposit.credited'] }: Wanted) {
      const secret = makeWebhookSecret()
      const { rows } = await wallet.owner.query<{ id: number }>(
        `insert into webhook_endpoint (url, description, event_types, secret_box, journal_id, operator_id)
         select $1, 'A test', $2, $3, (select max(id) from journal), (select min(id) from account where role = 'operator')
         returning id`,
        [url, types, keyring.seal('webhook secret', secret)],
      )
      return { id: rows[0]!.id, secret }
    },
    /** As if the next attempt were due. */
    hurry: () => wallet.owner.query('update webhook_delivery set next_at = now() where next_at is not null'),
    deliveries: async () =>
      (
        await wallet.owner.query(
          `select state, attempts, round(extract(epoch from next_at - now()))::int as seconds
           from webhook_delivery order by id`,
        )
      ).rows as { state: string; attempts: number; seconds: number | null }[],
    attempts: async () =>
      (await wallet.owner.query('select status, problem, answer, duration_ms from webhook_attempt order by id')).rows,
    endpoints: async () =>
      (
        await wallet.owner.query(
          'select state, disabled_why, failing_since is not null as failing from webhook_endpoint order by id',
        )
      ).rows,
    /** Each operator gets one. */
    alarms: async () =>
      (
        await wallet.owner.query(
          `select distinct facts ->> 'sentence' as sentence from mail_outbox where kind = 'alarm'`,
        )
      ).rows.map(({ sentence }) => sentence as string),
  }
}
