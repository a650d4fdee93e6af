import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type TLSSocket } from 'node:tls'
import { Refusal } from '@trefoil/core/refusal'
import { expect, onTestFinished, test } from 'vitest'
import { Unanswered } from '../../db/away.ts'
import { isLong } from '../../testing/long-form.ts'
import type { Ledger } from '../batch.ts'
import { identityOf, SECRET_BYTES, SUITE } from './messages.ts'
import { PosterLink } from './poster-link.ts'
import { takeOrders, type Operations } from './take-orders.ts'

const HOST = '127.0.0.1'
const VERSION = 45
const secret = randomBytes(SECRET_BYTES)
const operations = { transfer: {} } as unknown as Operations

function linkTo(port: number, { known = secret, version = VERSION } = {}): PosterLink {
  const link = new PosterLink({ host: HOST, port, secret: known }, version)
  onTestFinished(() => link.close())
  return link
}

const isUp = (link: PosterLink) => expect.poll(() => link.isUp).toBe(true)

/** Takes orders, and does nothing. */
async function silentPoster() {
  const sockets: TLSSocket[] = []
  const server = createServer({
    ...SUITE,
    pskCallback: (_, identity) => (identity === identityOf(VERSION) ? secret : null),
  })
  server.on('secureConnection', (socket) => sockets.push(socket.on('error', () => {})))
  server.listen(0, HOST)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

test('what a poster that dies has not answered is answered with busy', async () => {
  const { port, sockets } = await silentPoster()
  const link = linkTo(port)
  await isUp(link)
  const order = link.post('transfer', {})
  order.catch(() => {})
  await expect.poll(() => sockets.length).toBe(1)
  sockets[0]!.destroy()
  await expect(order).rejects.toBeInstanceOf(Unanswered)
  await link.closed
  expect(link.isUp).toBe(false)
})

test.runIf(isLong)('a poster that is alive and silent counts as gone after a few seconds', async () => {
  const { port } = await silentPoster()
  const link = linkTo(port)
  await isUp(link)
  await expect(link.post('transfer', {})).rejects.toBeInstanceOf(Unanswered)
  expect(link.isUp).toBe(false)
})

test.runIf(isLong)('a poster that has nothing to answer for long is alive', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<object>()
  const ledger = { post: () => answer, stop: async () => {} } as unknown as Ledger
  const listener = await takeOrders(ledger, operations, { host: HOST, secret, version: VERSION })
  onTestFinished(() => listener.leave())
  const link = linkTo(listener.port)
  await isUp(link)
  const order = link.post('transfer', {})
  setTimeout(() => resolve({ success: true }), 5000)
  expect(await order).toEqual({ success: true })
  link.close()
})

test('who does not know the secret gets nowhere', async () => {
  let posted = 0
  const ledger = { post: async () => ({ number: (posted += 1) }), stop: async () => {} } as unknown as Ledger
  const listener = await takeOrders(ledger, operations, { host: HOST, secret, version: VERSION })
  onTestFinished(() => listener.leave())
  const stranger = linkTo(listener.port, { known: randomBytes(SECRET_BYTES) })
  const order = stranger.post('transfer', {})
  await expect(order).rejects.toBeInstanceOf(Unanswered)
  await stranger.closed
  expect(stranger.isUp).toBe(false)
  expect(posted).toBe(0)
})

test.runIf(isLong)(
  'a process of another version posts by itself: an order may mean something else to this one',
  async () => {
    const ledger = { post: async () => ({}), stop: async () => {} } as unknown as Ledger
    const listener = await takeOrders(ledger, operations, { host: HOST, secret, version: VERSION })
    onTestFinished(() => listener.leave())
    const newer = linkTo(listener.port, { version: VERSION + 1 })
    await newer.closed
    expect(newer.isUp).toBe(false)
  },
)

test.runIf(isLong)('refusals and faults come back as such, and an unknown operation is a fault', async () => {
  const outcomes = [
    new Refusal('frozen', 'Your account is frozen'),
    new Error('a fault in an operation'),
    new Unanswered(new Error('lost')),
  ]
  const ledger = { post: () => Promise.reject(outcomes.shift()), stop: async () => {} } as unknown as Ledger
  const listener = await takeOrders(ledger, operations, { host: HOST, secret, version: VERSION })
  const link = linkTo(listener.port)
  await isUp(link)
  await expect(link.post('transfer', {})).rejects.toEqual(new Refusal('frozen', 'Your account is frozen'))
  await expect(link.post('transfer', {})).rejects.toThrow('a fault in an operation')
  await expect(link.post('transfer', {})).rejects.toBeInstanceOf(Unanswered)
  await expect(link.post('constructor', {})).rejects.toThrow('This process knows no such operation')
  await listener.leave()
  await link.closed
})

test.runIf(isLong)('a poster that leaves answers what it has, and takes nothing more', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<object>()
  let taken = 0
  const ledger = { post: () => ((taken += 1), answer), stop: async () => {} } as unknown as Ledger
  const listener = await takeOrders(ledger, operations, { host: HOST, secret, version: VERSION })
  const link = linkTo(listener.port)
  await isUp(link)
  const order = link.post('transfer', {})
  await expect.poll(() => taken).toBe(1)
  const leaving = listener.leave()
  await expect.poll(() => link.isUp).toBe(false)
  resolve({ success: true })
  expect(await order).toEqual({ success: true })
  await Promise.all([leaving, link.closed])
})

test.runIf(isLong)('a poster leaves in time, also if somebody connects and says nothing', async () => {
  const ledger = { post: async () => ({}), stop: async () => {} } as unknown as Ledger
  const listener = await takeOrders(ledger, operations, { host: HOST, secret, version: VERSION })
  const silent = connect(listener.port, HOST).on('error', () => {})
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  expect(await Promise.race([listener.leave().then(() => 'left'), sleep(8000, 'stuck')])).toBe('left')
})

test.runIf(isLong)('a process that was busy itself does not take the poster for gone', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<object>()
  const ledger = { post: () => answer, stop: async () => {} } as unknown as Ledger
  const listener = await takeOrders(ledger, operations, { host: HOST, secret, version: VERSION })
  onTestFinished(() => listener.leave())
  const link = linkTo(listener.port)
  await isUp(link)
  const order = link.post('transfer', {})
  setTimeout(() => resolve({ success: true }), 3600)
  await sleep(200)
  // For so long, nothing that arrives is read, and no timer runs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3300)
  expect(await order).toEqual({ success: true })
  link.close()
})
