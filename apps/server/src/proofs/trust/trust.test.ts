import { expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { shareTestChain } from '../../testing/chain.ts'
import { openEpochs } from '../../testing/epochs.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { openTrust } from './read-trust.ts'

const dataIn = (html: string) => {
  const [, data = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(data) as { path: string; data: Awaited<ReturnType<ReturnType<typeof openTrust>>> }
}

test('the page comes with its title, its figures and the log, and the call says the same', async () => {
  const server = await startTestServer()
  const stranger = server.visit()
  await until(async () => (await stranger.get('/api/trust')).body.data.log !== null)
  const page = await stranger.get('/trust')
  expect(page.status).toBe(200)
  const html = String(page.body)
  expect(html).toContain('<title>What Is Owed, and What Is There · Trefoil</title>')
  expect(html).toContain(`<link rel="canonical" href="${server.settings.publicUrl}/trust" />`)
  expect(html).toContain('<h1>What Is Owed, and What Is There</h1>')
  const { path, data } = dataIn(html)
  expect(path).toBe('/trust')
  const { headers, body } = await stranger.get('/api/trust')
  expect(headers['cache-control']).toBe('public, max-age=30')
  expect(body.data).toMatchObject({ installation: data.installation, contract: data.contract, epochs: data.epochs })
  const { body: log } = await stranger.get('/api/proofs/log')
  expect(data.log).toMatchObject({ number: log.data.number, key: log.data.key })
  expect(data.log?.checkpoint).toContain(`trefoil/${data.installation}/${data.log?.number}\n${data.log?.size}\n`)
})

test('an epoch is on the page as soon as the contract has it, and not before', async () => {
  const chain = await shareTestChain()
  const epochs = await openEpochs(chain)
  const context = { db: openDatabase(epochs.wallet.owner), chain: chain.chain }
  expect((await openTrust(context)()).epochs).toEqual([])
  const epoch = await epochs.makeEpoch()
  const trust = await openTrust(context)()
  expect(trust.epochs).toMatchObject([{ epoch, kept: true, contract: chain.facts.attestations, link: null }])
  expect(trust).toMatchObject({ contract: chain.facts.attestations, log: null })
})
