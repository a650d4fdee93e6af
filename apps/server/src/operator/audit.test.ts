import type { exportable } from '@trefoil/contract/operator/exports'
import { expect, test } from 'vitest'
import { agreeToAll, publish } from '../testing/consent.ts'
import { earner, fundedMember, withdraw } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { auditLines, signerOf, signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const { olga, oscar, anna } = staff
const why = 'Because it is a test'

test('settings, stops and ended sessions are in the audit log, with who, why and from where', async () => {
  const member = await fundedMember(server, 0)
  const before = Number((await auditLines(server, 'true')).at(-1)?.id ?? 0)
  const signer = await signerOf(olga)
  await olga.put('/api/operator/settings', { payouts_paused: true, why: 'The float is counted' })
  await oscar.put('/api/operator/settings', { mail_operators: true, why: 'It was counted' })
  await olga.post('/api/operator/signers/stop', { address: signer, why: 'The key was seen' })
  const again = await olga.post('/api/operator/signers/stop', { address: signer, why })
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
  await oscar.post(`/api/operator/members/${member.id}/end-sessions`, { why: 'The telephone was stolen' })
  const lines = (await auditLines(server, 'id > $1', [before])).map(({ action, why: reason, subject, member_id }) => ({
    action,
    reason,
    subject,
    member: member_id,
  }))
  expect(lines).toMatchObject([
    { action: 'settings.change', reason: 'The float is counted' },
    { action: 'settings.change', reason: 'It was counted' },
    { action: 'signer.stop', reason: 'The key was seen', subject: signer },
    { action: 'member.end_sessions', reason: 'The telephone was stolen', member: member.id },
  ])
  const { lines: shown } = (await anna.get('/api/operator/audit?limit=4')).body.data
  expect(shown).toMatchObject([
    { operator: { name: 'Oscar Operator' }, address: '127.0.0.1', member: { id: member.id } },
    { operator: { name: 'Olga Operator' }, address: '127.0.0.1' },
    { operator: { name: 'Oscar Operator' } },
    { operator: { name: 'Olga Operator' } },
  ])
  const resumed = await olga.post('/api/operator/proposals/signer', { address: signer, change: 'resume', why })
  await oscar.post(`/api/operator/proposals/${resumed.body.data.proposal.id}/approve`, { why })
})

test('not even the database’s owner can change the audit log, and the application cannot delete from it', async () => {
  await expect(server.database.query(`update audit_entry set why = 'nothing'`)).rejects.toThrow(/only grows/)
  await expect(server.database.query('delete from audit_entry')).rejects.toThrow(/only grows/)
  await expect(server.database.query('truncate audit_entry')).rejects.toThrow(/only grows/)
  const client = await server.database.connect()
  await client.query('set role trefoil_app')
  await expect(client.query('update audit_entry set why = why')).rejects.toThrow(/permission denied/)
  await expect(client.query(`update proposal set summary = 'else'`)).rejects.toThrow(/permission denied/)
  await client.query('reset role')
  client.release()
})

const TABLES: Record<(typeof exportable.options)[number], string> = {
  members: 'account',
  withdrawals: 'withdrawal',
  deposits: 'deposit',
  unmatched: 'unmatched_transfer',
  journals: 'journal',
  entries: 'entry',
  donations: 'donation',
  proposals: 'proposal',
  cases: 'support_case',
  agreements: 'agreement',
  audit: 'audit_entry',
}

test('everything exports as CSV, page by page, and each page is in the log', async () => {
  // A deposit, a question, and earnings that two operators assigned, some of which are withdrawn.
  const { visitor } = await fundedMember(server, 10)
  await visitor.post('/api/support/cases', { topic: 'other', subject: 'A question', text: 'How?' })
  await withdraw((await earner(server, 50)).visitor)
  await publish(staff, 'terms', 'Be kind.')
  await agreeToAll(visitor)
  let pages = 0
  for (const [what, table] of Object.entries(TABLES)) {
    const lines: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `?cursor=${cursor}`
      const { status, body } = await anna.get(`/api/operator/export/${what}${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      pages++
      lines.push(...body.data.csv.split('\r\n').slice(0, -1))
      cursor = body.data.next_cursor
    }
    const { rows } = await server.database.query(`select count(*)::int as count from ${table}`)
    expect(rows[0].count, what).toBeGreaterThan(0)
    expect(lines.length, what).toBe(rows[0].count + 1)
  }
  // Entries have one page more, an empty one.
  expect(pages).toBeGreaterThan(Object.keys(TABLES).length)
  expect(await auditLines(server, `action = 'export.read'`)).toHaveLength(pages)
})

test('who agreed to which version when can be exported, and who asked for it is in the log', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  await agreeToAll(visitor)
  await publish(staff, 'risk', 'You may lose all of it.')
  await publish(staff, 'terms', 'Be very kind.')
  await agreeToAll(visitor)
  const { body } = await anna.get('/api/operator/export/agreements')
  const [head, ...lines] = (body.data.csv as string).split('\r\n').map((line) => line.split(','))
  const own = lines
    .map((line) => Object.fromEntries(head!.map((name, index) => [name, line[index]])))
    .filter(({ member }) => member === String(id))
  const { agreed } = (await visitor.get('/api/users/agreements')).body.data
  const hashOf = (time: number, kind: string) =>
    agreed[time].documents.find((one: { kind: string }) => one.kind === kind).hash
  expect(own).toMatchObject([
    { at: agreed[1].agreed_at, terms: '1', risk: '', privacy: '', terms_sha256: hashOf(1, 'terms'), risk_sha256: '' },
    {
      at: agreed[0].agreed_at,
      terms: '2',
      risk: '1',
      terms_sha256: hashOf(0, 'terms'),
      risk_sha256: hashOf(0, 'risk'),
    },
  ])
  const { rows } = await server.database.query(`select id from account where name like 'Anna%' and role = 'auditor'`)
  const read = await auditLines(server, `action = 'export.read' and subject = 'agreements'`)
  expect(read.at(-1)).toMatchObject({ operator_id: rows[0].id })
  expect((await visitor.get('/api/operator/export/agreements')).status).toBe(403)
})
