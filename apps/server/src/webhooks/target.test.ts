import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { post } from './send.ts'
import { checkTarget } from './target.ts'

const PUBLIC = '93.184.215.14'
const leadsTo = (...addresses: string[]) => ({ toLoopback: false, resolve: async () => addresses })

const refusal = (url: string, rules = leadsTo(PUBLIC)) =>
  checkTarget(url, rules).then(
    () => undefined,
    (error: Error) => error.message,
  )

test('public addresses are taken, and the request is bound to them', async () => {
  const both = leadsTo(PUBLIC, '2606:4700::1111')
  expect(await checkTarget('https://hooks.example.org/x?y=1', both)).toMatchObject({
    addresses: [PUBLIC, '2606:4700::1111'],
  })
  expect(await refusal('https://8.8.8.8/')).toBeUndefined()
  expect(await refusal('https://[2606:4700::1111]:8443/')).toBeUndefined()
})

test.for([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:10::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not an address',
])('a name that leads to %s is refused, also beside a public address', async (address) => {
  expect(await refusal('https://hooks.example.org/', leadsTo(address))).toContain('not a public one')
  expect(await refusal('https://hooks.example.org/', leadsTo(PUBLIC, address))).toContain('not a public one')
})

test.for([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
])('%s is refused, however it is written', async (url) => {
  expect(await refusal(url)).toContain('not a public one')
})

test.for([
  ['http://hooks.example.org/', 'https'],
  ['ftp://hooks.example.org/', 'https'],
  ['file:///etc/passwd', 'https'],
  ['https://user@hooks.example.org/', 'password'],
  ['https://:secret@hooks.example.org/', 'password'],
  ['https://hooks.example.org/#part', '#'],
  ['https://hooks.example.org:25/', 'port'],
  ['https://hooks.example.org:0/', 'port'],
  ['hooks.example.org', 'web address'],
  ['', 'web address'],
] as const)('%s is refused', async ([url, word]) => {
  expect(await refusal(url)).toContain(word)
})

test('a name without an address is refused, and so is one that only this machine knows', async () => {
  expect(await refusal('https://hooks.example.org/', leadsTo())).toContain('Nothing is known')
  await expect(checkTarget('https://localhost/', { toLoopback: true })).rejects.toThrow()
})

test('only where tests allow it, this machine is reached; its neighbours never are', async () => {
  const rules = { ...leadsTo(), toLoopback: true }
  expect(await refusal('http://127.0.0.1:5000/', rules)).toBeUndefined()
  expect(await refusal('http://[::1]:5000/', rules)).toBeUndefined()
  expect(await refusal('http://10.0.0.1:5000/', rules)).toContain('https')
  expect(await refusal('https://10.0.0.1:5000/', rules)).toContain('not a public one')
})

/** A server of this machine that hangs up. */
async function countConnections() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

test('a name that leads here once it was accepted is refused at delivery, and nobody here is reached', async () => {
  const here = await countConnections()
  const answers = [[PUBLIC], ['127.0.0.1']]
  const rules = { toLoopback: false, resolve: async () => answers.shift() ?? [] }
  const url = `https://rebound.example.org:${here.port}/`
  expect(await checkTarget(url, rules)).toMatchObject({ addresses: [PUBLIC] })
  const outcome = await post({ url, headers: {}, body: '{}' }, { ...rules, timeoutMs: 2000 })
  expect(outcome).toMatchObject({ status: null, problem: expect.stringContaining('127.0.0.1') })
  expect([answers.length, here.connections()]).toEqual([0, 0])
})

test('the connection goes to the address that was checked, whatever the name means by then', async () => {
  const here = await countConnections()
  let asked = 0
  const resolve = async () => {
    asked += 1
    return ['127.0.0.1']
  }
  // Nobody knows this name: if it were asked for again, nothing would arrive.
  const sent = { url: `https://pinned.invalid:${here.port}/`, headers: {}, body: '{}' }
  const outcome = await post(sent, { toLoopback: true, resolve, timeoutMs: 2000 })
  expect([asked, here.connections(), outcome.status]).toEqual([1, 1, null])
})
