import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureOf } from '../apps/server/src/webhooks/sign.ts'
import { confirm } from './console.ts'
import { fundedMember } from './members.ts'
import { openAs } from './operators.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

type Received = { id: string; timestamp: number; signature: string; body: string }

/** Another program on this machine. */
async function listen() {
  const received: Received[] = []
  let status = 204
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
      received.push({ id: String(id), timestamp: Number(timestamp), signature: String(signature), body })
      response.writeHead(status).end(status === 204 ? undefined : 'We are moving house')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answer: (next: number) => {
      status = next
    },
    close: () => server.close(),
  }
}

test('a program is told what happens: signed, looked up in the log, sent again, and ended', async ({ page, olga }) => {
  const program = await listen()
  const name = `Books ${Date.now()}`
  await openAs(page, olga, '/operator/programs')
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const sheet = page.getByRole('dialog', { name: 'An endpoint for webhooks' })
  await sheet.getByLabel('Description').fill(name)
  await sheet.getByLabel('Reason').fill('The accountants asked')
  await sheet.getByLabel('Address').fill('https://169.254.169.254/')
  await sheet.getByRole('button', { name: 'Add an endpoint' }).click()
  await expect(sheet.getByText('Choose what it is told.')).toBeVisible()
  await sheet.getByLabel('transfer.made').check()
  await sheet.getByRole('button', { name: 'Add an endpoint' }).click()
  await expect(sheet.getByText('which is not a public one')).toBeVisible()
  await sheet.getByLabel('Address').fill(program.url)
  await sheet.getByRole('button', { name: 'Add an endpoint' }).click()

  const shown = page.getByRole('dialog', { name: 'The secret' })
  await shown.getByRole('button', { name: 'Copy the secret' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Webhook: ${name}` })).toBeVisible()
  await expect(page.getByText('Nothing was sent in the last 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await confirm(page, { button: 'Send a test', reason: 'Does it arrive?' })
  const log = page.getByRole('table', { name: 'Deliveries' })
  await expect(log.getByRole('row').filter({ hasText: 'webhook.test' })).toContainText('Accepted')
  const [first] = program.received as [Received]
  expect(first.signature).toBe(signatureOf(first, [secret]))

  program.answer(500)
  await fundedMember(page.request, 12)
  const transfer = log.getByRole('row').filter({ hasText: 'transfer.made' }).first()
  await expect(transfer).toContainText('Status 500')
  await expect(transfer).toContainText('Tried again')
  await transfer.getByRole('button', { name: /^Details/ }).click()
  const details = page.getByRole('dialog', { name: 'Delivery' })
  await expect(details.getByText('We are moving house').first()).toBeVisible()
  await expect(details.getByText('"type": "transfer.made"')).toBeVisible()
  program.answer(204)
  await details.getByRole('button', { name: 'Send it again' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('They are back')
  await page.getByRole('dialog').getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByRole('dialog', { name: 'Delivery' })).toContainText('Accepted')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('State').selectOption('Given up')
  await expect(log.getByRole('row').filter({ hasText: 'transfer.made' })).toHaveCount(0)
  await page.getByLabel('State').selectOption('All')

  const before = program.received.length
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  const moment = new Date(Date.now() - 10 * 60_000)
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  await page.getByRole('dialog').getByLabel('Since').fill(local)
  await confirm(page, { button: 'Send again', reason: 'They lost their database' })
  await expect.poll(() => program.received.length).toBeGreaterThan(before)
  expect(program.received.at(-1)?.body).toContain('transfer.made')

  await page.getByRole('button', { name: 'New secret' }).click()
  await confirmNewSecret()
  await page.getByRole('button', { name: 'Disable' }).click()
  await confirm(page, { button: 'Disable', reason: 'For the weekend' })
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await confirm(page, { button: 'Enable', reason: 'It is Monday' })
  await page.getByRole('button', { name: 'Remove' }).click()
  await confirm(page, { button: 'Remove', reason: 'They have what they need' })
  await expect(page.getByRole('heading', { level: 1, name: 'Programs' })).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  program.close()

  async function confirmNewSecret() {
    const asked = page.getByRole('dialog', { name: 'Make a new secret' })
    await asked.getByLabel('Reason').fill('An accountant left')
    await asked.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await expect(page.getByText('Former secret signs until')).toBeVisible()
  }
})
