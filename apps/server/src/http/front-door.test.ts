import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildFrontDoor, REQUEST_TIMEOUT_MS } from './front-door.ts'

/** The reply to a request that is never finished, and when it came. */
async function linger(port: number): Promise<{ answer: string; afterMs: number }> {
  const begun = Date.now()
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('POST /api/users/login HTTP/1.1\r\nHost: trefoil.test\r\nContent-Length: 100\r\n\r\n{')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  await new Promise<void>((ended) => socket.once('close', () => ended()))
  return { answer, afterMs: Date.now() - begun }
}

test('a request that is never finished is dropped', async () => {
  expect(REQUEST_TIMEOUT_MS).toBe(30_000)
  const door = await buildFrontDoor({ host: '127.0.0.1', port: 0, requestTimeoutMs: 300 })
  onTestFinished(door.close)
  // The application reads the body and waits for the rest.
  door.open((request) => void request.resume())
  const { answer, afterMs } = await linger(door.port)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(afterMs).toBeLessThan(5000)
})

test('an idle connection outlives the patience of a proxy in front', async () => {
  const door = await buildFrontDoor({ host: '127.0.0.1', port: 0 })
  onTestFinished(door.close)
  const { headers } = await fetch(`http://127.0.0.1:${door.port}/`)
  const seconds = Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])
  expect(seconds).toBeGreaterThan(60)
})
