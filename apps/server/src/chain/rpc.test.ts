import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpProvider } from './rpc.ts'

test('a provider that redirects is not followed', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/') response.writeHead(307, { location: '/elsewhere' }).end()
    else response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(httpProvider(`${url}/`).request('eth_chainId', [])).rejects.toThrow(/does not answer/)
  expect(asked).toEqual(['/'])
  expect(await httpProvider(`${url}/elsewhere`).request('eth_chainId', [])).toBe('0x1')
})
