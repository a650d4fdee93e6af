import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { fundedMember, sendMoney } from './money.ts'
import type { TestServer } from './server.ts'
import type { Pair } from './standby.ts'

const WRITERS = 8
const READERS = 4
/** The replica stands still for so long, and then goes on for so long. */
const PAUSED_MS = 150
const GOING_MS = 350

type Load = { server: TestServer; pair: Pair; pairs: number }

/** Members change something and read it at once, while others read and the replica lags behind again and again. */
export async function readThrough({ server, pair, pairs }: Load) {
  const over = new AbortController()
  const before = await countReads(server)
  const counts = { pairs: 0, stale: 0 }
  const lists = ['/api/transfers/history', '/api/activities/history', '/api/users/referrals', '/api/notifications']

  const write = async () => {
    const [from, to] = [await fundedMember(server, 10_000), await fundedMember(server, 0)]
    while (counts.pairs < pairs) {
      counts.pairs += 1
      const sent = await sendMoney(from.visitor, { amount: 0.01, recipient_id: to.privateKey })
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      const read = await from.visitor.get('/api/transfers/history')
      expect(read.status, JSON.stringify(read.body)).toBe(200)
      if (read.body.data.transfers[0]?.counterpart.id !== sent.body.data.transfer_id) counts.stale += 1
    }
  }
  const browse = async () => {
    const { visitor } = await fundedMember(server, 0)
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      expect((await visitor.get(lists[turn % lists.length]!)).status).toBe(200)
      await sleep(10)
    }
  }
  const lag = async () => {
    while (!over.signal.aborted) {
      await pair.replica.pause()
      await sleep(PAUSED_MS)
      await pair.replica.goOn()
      await sleep(GOING_MS)
    }
  }
  const others = Promise.all([lag(), ...Array.from({ length: READERS }, browse)])
  const writing = Promise.all(Array.from({ length: WRITERS }, write)).finally(() => over.abort())
  await Promise.all([writing, others])
  const after = await countReads(server)
  return {
    ...counts,
    reads: { primary: after.primary - before.primary, replica: after.replica - before.replica },
  }
}

/** Lists and public pages that were read, by server. */
export async function countReads(server: TestServer): Promise<{ primary: number; replica: number }> {
  const { body } = await server.visit().get('/metrics')
  const count = (name: string) =>
    Number(new RegExp(`list_reads_total\\{server="${name}"\\} (\\d+)`).exec(body as string)?.[1] ?? 0)
  return { primary: count('primary'), replica: count('replica') }
}
