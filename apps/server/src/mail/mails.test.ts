import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { earner, withdraw } from '../testing/money.ts'
import { mailsTo } from '../testing/outbox.ts'
import { randomAddress } from '../testing/payouts.ts'
import { PASSCODE } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { OWNERS_MAILS, type Recipient } from './compose.ts'
import type { Mail } from './mailer.ts'

const server = await shareTestServer()

const subjectsFor = async (email: string, count: number): Promise<string[]> =>
  (await mailsTo(server, email, count)).map(({ subject }) => subject)

test('members get mails about withdrawals, addresses, passcodes and devices; operators about what waits', async () => {
  const { olga } = await signInStaff(server)
  const member = await earner(server, 30)
  const { visitor, email } = member
  await visitor.put('/api/users/wallet', { wallet_address: randomAddress() })
  expect(await subjectsFor(email, 1)).toEqual(['Your payout address was changed'])
  const asked = await withdraw(visitor)
  const waiting = await subjectsFor('olga.operator@example.org', 1)
  expect(waiting.at(-1)).toMatch(/wait/)
  const path = `/api/operator/withdrawals/${asked.body.data.withdrawal_id}/refuse`
  await olga.post(path, { why: 'Not your wallet' })
  expect((await subjectsFor(email, 3)).slice(1)).toEqual([
    'Your withdrawal was requested: $20.00000',
    'Your withdrawal was refused: $20.00000',
  ])
  // In another browser: in the same one, it would end this session.
  await server.visit().send('POST', '/api/users/login', {
    body: JSON.stringify({ identifier: member.privateKey, password: PASSCODE }),
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  })
  expect((await subjectsFor(email, 4)).at(-1)).toBe('A new sign-in to your account')
  const change = { current_password: PASSCODE, new_password: 'another long passcode' }
  expect((await visitor.put('/api/users/profile', change)).status).toBe(200)
  expect((await subjectsFor(email, 5)).at(-1)).toBe('Your passcode was changed')
})

test('every mail leads to a screen that the web application has', async () => {
  const web = new URL('../../../web/src/', import.meta.url).pathname
  const sources: string[] = []
  for await (const file of glob('{features,operator}/**/*screen.ts', { cwd: web }))
    sources.push(await readFile(join(web, file), 'utf8'))
  const screens = sources.flatMap((source) => Array.from(source.matchAll(/\bpath: '(\/[^']*)'/g), ([, path]) => path))
  expect(screens.length).toBeGreaterThan(20)
  const mails = Object.entries(OWNERS_MAILS) as unknown as [string, { compose(to: Recipient, facts: object): Mail }][]
  expect(mails).toHaveLength(16)
  for (const [kind, template] of mails) {
    const facts = { state: 'paid', amount: '1', address: '0x1', decision: null, device: 'A browser', slug: 'a-cause' }
    const to = { to: 'a@example.org', name: 'A', language: 'en', publicUrl: 'https://trefoil.test' } as const
    const mail = template.compose(to, facts)
    const links = Array.from(mail.text.matchAll(/https:\/\/trefoil\.test(\/[^\s?#]*)/g), ([, path]) => path)
    expect(links, kind).toHaveLength(1)
    // A cause's page is open to everybody.
    expect([...screens, '/causes/a-cause'], kind).toContain(links[0])
  }
})
