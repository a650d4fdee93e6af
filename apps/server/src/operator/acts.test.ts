import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { asApplication, asReader, openPool } from '../db/database.ts'
import { CAUSE_ADDRESS, causeText, drawPicture, writeCause } from '../testing/cause-records.ts'
import { consoleRoutes } from '../testing/console-routes.ts'
import { donate, earner, fundedMember, withdraw } from '../testing/money.ts'
import { randomAddress } from '../testing/payouts.ts'
import { shareTestServer } from '../testing/server.ts'
import { signerOf, signInStaff } from '../testing/staff.ts'

const server = await shareTestServer({ webhooksToLoopback: true })
const { olga, oscar } = await signInStaff(server)
const why = 'Because it is a test'

const KEY = { name: 'Accounting', scopes: ['ledger'], days: 30, why }

/** Nobody listens there. */
const HOOK = { url: 'http://127.0.0.1:1025/', description: 'Accounting', event_types: ['payout.refused'], why }

const madeHook = async (): Promise<string> =>
  `/operator/webhooks/${(await oscar.post('/api/operator/webhooks', HOOK)).body.data.id}`

const ofHook =
  (act: string, body: object = { why }) =>
  async (): Promise<Call> => ({ path: `${await madeHook()}/${act}`, body })

type Call = { path: string; body?: object; file?: Buffer }

const newest = async (): Promise<number> =>
  (await server.database.query('select coalesce(max(id), 0)::float8 as id from audit_entry')).rows[0].id

async function requested(): Promise<string> {
  const { visitor } = await earner(server, 50)
  return (await withdraw(visitor)).body.data.withdrawal_id
}

const memberId = async (): Promise<number> => (await fundedMember(server, 0)).id

async function adjustment(): Promise<object> {
  return { member: await memberId(), account: 'impact', amount: 1, why }
}

/** Proposed by the other operator. */
const proposed = async (): Promise<number> =>
  (await oscar.post('/api/operator/proposals/adjustment', await adjustment())).body.data.proposal.id

/** By the other operator. */
async function postedUpdate(): Promise<string> {
  const { body } = await oscar.post('/api/operator/causes/1/updates', { title: 'Done', text: 'Much.', pictures: [] })
  return `/operator/causes/1/updates/${body.data.id}`
}

/** Opened by a member. */
async function openedCase(): Promise<string> {
  const { visitor } = await fundedMember(server, 0)
  const order = { topic: 'other', subject: 'A question', text: 'How does it work?' }
  return (await visitor.post('/api/support/cases', order)).body.data.reference
}

async function addressHit(): Promise<number> {
  const { rows } = await server.database.query(
    `insert into screening_hit (moment, owner_id, address, provider) values ('address', $1, $2, 'list') returning id`,
    [await memberId(), randomAddress()],
  )
  return rows[0].id
}

/** The first look at the chain is over. */
async function firstScan(): Promise<void> {
  const scans = async () => (await server.database.query('select from scan')).rows.length
  await expect.poll(scans, { timeout: 90_000, interval: 200 }).toBe(1)
}

/** Nobody has answered about it for an hour. */
async function waitingDeposit(): Promise<number> {
  await firstScan()
  const { visitor, id: member } = await fundedMember(server, 0)
  const address = (await visitor.post('/api/wallet/generate', {})).body.data.wallet_address
  const { rows } = await server.database.query(
    `insert into deposit (chain_id, transaction, ordinal, member_id, address, sender, block_number, block_hash, value,
       credited, remainder, state, screening, credited_at, sweep_signer, sweep_nonce)
     select chain_id, $1, 0, $2, $3, $3, final, $1, 1, 0, 1, 'credited', 'waiting', now() - interval '1 hour', 'before', 0
     from scan
     returning id::int`,
    [`0x${randomBytes(32).toString('hex')}`, member, address],
  )
  return rows[0].id
}

const ofMember = (act: string) => async (): Promise<Call> => ({
  path: `/operator/members/${await memberId()}/${act}`,
  body: { why },
})

/** How to call each route so that it has an effect, and the resulting audit action. */
const CALLS: Record<string, [action: string, prepare: () => Promise<Call>]> = {
  'POST /operator/withdrawals/:id/approve': [
    'withdrawal.approve',
    async () => ({ path: `/operator/withdrawals/${await requested()}/approve`, body: { why } }),
  ],
  'POST /operator/withdrawals/:id/refuse': [
    'withdrawal.refuse',
    async () => ({ path: `/operator/withdrawals/${await requested()}/refuse`, body: { why } }),
  ],
  'POST /operator/withdrawals/decide': [
    'withdrawal.refuse',
    async () => ({ path: '/operator/withdrawals/decide', body: { decision: 'refuse', ids: [await requested()], why } }),
  ],
  'POST /operator/members/:id/freeze': ['member.freeze', ofMember('freeze')],
  'POST /operator/members/:id/unfreeze': [
    'member.unfreeze',
    async () => {
      const id = await memberId()
      await oscar.post(`/api/operator/members/${id}/freeze`, { why })
      return { path: `/operator/members/${id}/unfreeze`, body: { why } }
    },
  ],
  'POST /operator/members/:id/end-sessions': ['member.end_sessions', ofMember('end-sessions')],
  'POST /operator/members/:id/reset-two-factor': [
    'member.reset_two_factor',
    async () => {
      const id = await memberId()
      await server.database.query(`update account set totp_box = '\\x00', totp_enabled_at = now() where id = $1`, [id])
      const body = { why, check: 'Video call, passport seen' }
      return { path: `/operator/members/${id}/reset-two-factor`, body }
    },
  ],
  'POST /operator/members/:id/level': [
    'member.set_level',
    async () => ({ path: `/operator/members/${await memberId()}/level`, body: { level: 2, why } }),
  ],
  'POST /operator/screening/:id/release': [
    'screening.release',
    async () => ({ path: `/operator/screening/${await addressHit()}/release`, body: { why } }),
  ],
  'POST /operator/screening/:id/refuse': [
    'screening.refuse',
    async () => ({ path: `/operator/screening/${await addressHit()}/refuse`, body: { why } }),
  ],
  'POST /operator/screening/deposits/:id/release': [
    'screening.release',
    async () => ({ path: `/operator/screening/deposits/${await waitingDeposit()}/release`, body: { why } }),
  ],
  'POST /operator/screening/deposits/:id/refuse': [
    'screening.refuse',
    async () => ({ path: `/operator/screening/deposits/${await waitingDeposit()}/refuse`, body: { why } }),
  ],
  'POST /operator/proposals/adjustment': [
    'proposal.open',
    async () => ({ path: '/operator/proposals/adjustment', body: await adjustment() }),
  ],
  'POST /operator/proposals/assignment': [
    'proposal.open',
    async () => {
      const { rows } = await server.database.query(
        `insert into unmatched_transfer (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value)
         select chain_id, $1, 0, $2, 'to_contract', final, $2, (select min(address) from reserve_account), $3
         from scan returning id::int`,
        [`0x${randomBytes(32).toString('hex')}`, randomAddress(), String(10n ** 18n)],
      )
      const body = { unmatched: rows[0].id, member: await memberId(), why }
      return { path: '/operator/proposals/assignment', body }
    },
  ],
  'POST /operator/proposals/funding-address': [
    'proposal.open',
    async () => ({
      path: '/operator/proposals/funding-address',
      body: { address: randomAddress(), name: 'Cold store', change: 'declare', why },
    }),
  ],
  'POST /operator/cases/:reference/answer': [
    'case.answer',
    async () => ({ path: `/operator/cases/${await openedCase()}/answer`, body: { text: 'Like this.', solved: false } }),
  ],
  'POST /operator/cases/:reference/solve': [
    'case.solve',
    async () => ({ path: `/operator/cases/${await openedCase()}/solve`, body: { why } }),
  ],
  'POST /operator/cases/:reference/reopen': [
    'case.reopen',
    async () => {
      const reference = await openedCase()
      await oscar.post(`/api/operator/cases/${reference}/solve`, { why })
      return { path: `/operator/cases/${reference}/reopen`, body: { why } }
    },
  ],
  'POST /operator/causes': [
    'cause.write',
    async () => ({ path: '/operator/causes', body: { ...causeText, slug: 'newly-written', why } }),
  ],
  'PUT /operator/causes/:id': [
    'cause.write',
    async () => {
      const id = await writeCause(oscar, { slug: 'to-be-changed' })
      return { path: `/operator/causes/${id}`, body: { ...causeText, slug: 'changed', version: 1, why } }
    },
  ],
  'POST /operator/causes/:id/updates': [
    'cause.post_update',
    async () => ({ path: '/operator/causes/1/updates', body: { title: 'Done', text: 'Much.', pictures: [] } }),
  ],
  'PUT /operator/causes/:id/updates/:update': [
    'cause.correct_update',
    async () => ({
      path: await postedUpdate(),
      body: { title: 'Done', text: 'More.', pictures: [], revision: 1, why },
    }),
  ],
  'POST /operator/causes/:id/updates/:update/withdraw': [
    'cause.withdraw_update',
    async () => ({ path: `${await postedUpdate()}/withdraw`, body: { revision: 1, why } }),
  ],
  'POST /operator/pictures': [
    'picture.upload',
    async () => ({ path: '/operator/pictures', file: await drawPicture() }),
  ],
  'POST /operator/proposals/cause': [
    'proposal.open',
    async () => {
      const cause = await writeCause(oscar, { slug: 'to-be-opened' })
      return { path: '/operator/proposals/cause', body: { cause, change: 'open', address: CAUSE_ADDRESS, why } }
    },
  ],
  'POST /operator/proposals/document': [
    'proposal.open',
    async () => ({ path: '/operator/proposals/document', body: { kind: 'terms', text: 'Be kind.', why } }),
  ],
  'POST /operator/proposals/consent-rules': [
    'proposal.open',
    async () => ({
      path: '/operator/proposals/consent-rules',
      body: { only_these: false, countries: [], minimum_age: null, waiting_hours: 1, why },
    }),
  ],
  'POST /operator/proposals/epoch': [
    'proposal.open',
    async () => {
      await server.database.query(
        `update epoch set state = 'failed', why = 'A test' where state in ('waiting', 'building', 'posting')`,
      )
      return { path: '/operator/proposals/epoch', body: { why } }
    },
  ],
  'POST /operator/proposals/payout': [
    'proposal.open',
    async () => {
      const { visitor } = await fundedMember(server, 50)
      await donate(visitor, 20)
      return {
        path: '/operator/proposals/payout',
        body: { cause: null, amount: 0.5, address: randomAddress(), why },
      }
    },
  ],
  'POST /operator/proposals/programme': [
    'proposal.open',
    async () => {
      const { versions } = (await olga.get('/api/operator/programme')).body.data
      return { path: '/operator/proposals/programme', body: { rules: versions[0].rules, active_from: null, why } }
    },
  ],
  'POST /operator/proposals/signer': [
    'proposal.open',
    async () => {
      const address = await signerOf(olga)
      await oscar.post('/api/operator/signers/stop', { address, why })
      return { path: '/operator/proposals/signer', body: { address, change: 'resume', why } }
    },
  ],
  'POST /operator/proposals/settings': [
    'proposal.open',
    async () => ({ path: '/operator/proposals/settings', body: { change: 'silence_mail', why } }),
  ],
  'POST /operator/proposals/reversal': [
    'proposal.open',
    async () => {
      const { visitor } = await fundedMember(server, 50)
      const reference = (await donate(visitor, 20)).body.data.donation_id
      const { rows } = await server.database.query('select id::int from journal where reference = $1', [reference])
      return { path: '/operator/proposals/reversal', body: { journal: rows[0].id, operations_bears: false, why } }
    },
  ],
  'POST /operator/proposals/:id/approve': [
    'proposal.approve',
    async () => ({ path: `/operator/proposals/${await proposed()}/approve`, body: { why } }),
  ],
  'POST /operator/proposals/:id/reject': [
    'proposal.reject',
    async () => ({ path: `/operator/proposals/${await proposed()}/reject`, body: { why } }),
  ],
  'POST /operator/signers/stop': [
    'signer.stop',
    async () => {
      const address = await signerOf(olga)
      await server.database.query('update signer set stopped = null, stopped_at = null')
      return { path: '/operator/signers/stop', body: { address, why } }
    },
  ],
  'POST /operator/api-keys': ['api_key.create', async () => ({ path: '/operator/api-keys', body: KEY })],
  'POST /operator/api-keys/:id/revoke': [
    'api_key.revoke',
    async () => {
      const { id } = (await oscar.post('/api/operator/api-keys', KEY)).body.data
      return { path: `/operator/api-keys/${id}/revoke`, body: { why } }
    },
  ],
  'POST /operator/webhooks': ['webhook.create', async () => ({ path: '/operator/webhooks', body: HOOK })],
  'PUT /operator/webhooks/:id': ['webhook.change', async () => ({ path: await madeHook(), body: HOOK })],
  'POST /operator/webhooks/:id/rotate': ['webhook.rotate', ofHook('rotate')],
  'POST /operator/webhooks/:id/disable': ['webhook.disable', ofHook('disable')],
  'POST /operator/webhooks/:id/enable': [
    'webhook.enable',
    async () => {
      const path = await madeHook()
      await oscar.post(`/api${path}/disable`, { why })
      return { path: `${path}/enable`, body: { catch_up: true, why } }
    },
  ],
  'POST /operator/webhooks/:id/remove': ['webhook.remove', ofHook('remove')],
  'POST /operator/webhooks/:id/test': ['webhook.test', ofHook('test')],
  'POST /operator/webhooks/:id/replay': [
    'webhook.replay',
    ofHook('replay', { since: new Date(Date.now() - 60_000).toISOString(), why }),
  ],
  'POST /operator/webhook-deliveries/:id/replay': [
    'webhook.replay',
    async () => {
      const path = await madeHook()
      await oscar.post(`/api${path}/test`, { why })
      const { deliveries } = (await oscar.get(`/api${path}/deliveries`)).body.data
      return { path: `/operator/webhook-deliveries/${deliveries[0].id}/replay`, body: { why } }
    },
  ],
  'PUT /operator/settings': [
    'settings.change',
    async () => ({ path: '/operator/settings', body: { mail_operators: true, why } }),
  ],
  'POST /operator/mails/retry': [
    'mail.retry',
    async () => {
      const { rows } = await server.database.query(
        `insert into mail_outbox (account_id, kind, state, attempts, next_at)
         values ($1, 'passcode changed', 'undeliverable', 9, null) returning id::int`,
        [await memberId()],
      )
      return { path: '/operator/mails/retry', body: { ids: [rows[0].id] } }
    },
  ],
  'POST /operator/proposals/recovery': [
    'proposal.open',
    async () => {
      await server.database.query(`select begin_recovery('For a test')`)
      const missing = async () =>
        (await olga.get('/api/operator/recovery')).body.data.recovery.waits_for as string | null
      await expect.poll(missing, { timeout: 90_000, interval: 200 }).toBeNull()
      return { path: '/operator/proposals/recovery', body: { why } }
    },
  ],
  'POST /operator/proposals/payment': [
    'proposal.open',
    async () => {
      const transaction = `0x${randomBytes(32).toString('hex')}`
      await firstScan()
      await server.database.query(
        `insert into reserve_transfer
          (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind, payout_id)
         select chain_id, $1, 0, final, $2, $2, $3, 'payout', $1 from scan`,
        [transaction, randomAddress(), String(10n ** 18n)],
      )
      const isListed = async () => {
        // Comparisons that do not know it have settled its block.
        await server.database.query(`delete from reconciliation where (figures ->> 'unbooked')::numeric = 0`)
        const { payments } = (await olga.get('/api/operator/recovery')).body.data
        return payments.some((payment: { transaction: string }) => payment.transaction === transaction)
      }
      await expect.poll(isListed, { timeout: 90_000, interval: 200 }).toBe(true)
      return { path: '/operator/proposals/payment', body: { transaction, ordinal: 0, member: null, why } }
    },
  ],
  'GET /operator/export/:what': ['export.read', async () => ({ path: '/operator/export/members' })],
  // The last one: nothing is posted afterwards.
  'POST /operator/proposals/lost-tail': [
    'proposal.open',
    async () => {
      await server.database.query(`select check_tail('{0}', '{9999999}', '{x}')`)
      return { path: '/operator/proposals/lost-tail', body: { why } }
    },
  ],
}

test('every route of the console that has an effect is tested here', () => {
  const writing = consoleRoutes
    .filter(({ access }) => access === 'operator')
    .map(({ method, path }) => `${method} ${path}`)
  // Exports too: they are recorded, even an auditor's.
  expect(Object.keys(CALLS).toSorted()).toEqual([...writing, 'GET /operator/export/:what'].toSorted())
})

test.for(Object.entries(CALLS))('%s writes one entry into the audit log', async ([name, [action, prepare]]) => {
  const { path, body, file } = await prepare()
  const before = await newest()
  const [method = ''] = name.split(' ')
  const sent = file ? { body: file, type: 'image/png' } : body && { body: JSON.stringify(body) }
  const answer = await olga.send(method, `/api${path}`, sent)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { rows } = await server.database.query(
    `select action, name, host(address) as address from audit_entry e join account on account.id = operator_id
     where e.id > $1`,
    [before],
  )
  expect(rows).toEqual([{ action, name: 'Olga Operator', address: '127.0.0.1' }])
})

test('the console’s database connection refuses writes', async () => {
  const pool = openPool(asReader(asApplication(server.settings.databaseUrl ?? '')), 1)
  try {
    await expect(pool.query('update member_balance set frozen = true')).rejects.toThrow('read-only transaction')
  } finally {
    await pool.end()
  }
})
