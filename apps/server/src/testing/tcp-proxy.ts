import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll } from 'vitest'

export type TcpProxy = {
  /** The same URL, through this proxy. */
  url: string
  /** From now on it takes everything and forwards nothing, as a machine that is frozen, or behind a broken network. */
  silence(): void
  /** What is sent arrives, and no answer comes back. */
  loseAnswers(): void
  /** Every connection ends, and so does every new one, as at a load balancer whose servers are all down. */
  cut(): void
  /** Everything that was held back goes on. */
  resume(): void
  /** Every connection ends, and new ones lead to another server, as at a load balancer after a failover. */
  lead(to: string): void
  /** Every second connection leads to another server. */
  shareOut(to: string): void
  /** How many connections were made so far. */
  connections(): number
}

/** Sits between a server and its database. Closed after the tests of the file. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  let targets = [new URL(url)]
  const pairs = new Set<readonly [Socket, Socket]>()
  let isSilent = false
  let isCut = false
  let connections = 0
  const forward = ([client, server]: readonly [Socket, Socket]) => {
    client.pipe(server)
    server.pipe(client)
  }
  const hold = ([client, server]: readonly [Socket, Socket]) => {
    client.unpipe(server).pause()
    server.unpipe(client).pause()
  }
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1
    if (isCut) return client.destroy()
    const target = targets[connections % targets.length]
    const server = connect({ host: target?.hostname, port: Number(target?.port), allowHalfOpen: true })
    const pair = [client, server] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      // Nobody learns from a frozen machine that the other side is gone.
      socket.on('close', () => {
        if (!isSilent) for (const one of pair) one.destroy()
        if (pair.every((one) => one.destroyed)) pairs.delete(pair)
      })
    }
    if (isSilent) hold(pair)
    else forward(pair)
    return undefined
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(() => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    silence() {
      isSilent = true
      for (const pair of pairs) hold(pair)
    },
    loseAnswers() {
      for (const [client, server] of pairs) server.unpipe(client).resume()
    },
    cut() {
      isCut = true
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
    resume() {
      isSilent = false
      isCut = false
      for (const pair of pairs) {
        if (pair.some((socket) => socket.destroyed)) for (const socket of pair) socket.end()
        forward(pair)
      }
    },
    lead(to) {
      targets = [new URL(to)]
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
    shareOut(to) {
      targets.push(new URL(to))
    },
    connections: () => connections,
  }
}
