import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Action } from '../actions/action.ts'
import { donateOnce, transferOnce } from '../actions/spend.ts'
import { writeOrders } from '../../apps/server/src/testing/mortal-child.ts'
import { killPoint } from './cut-off.ts'

const CHILD = new URL('./worker-child.ts', import.meta.url).pathname
const CALLS = ['transfers', 'receipt', 'gasFor', 'fees', 'sign', 'broadcast', 'post']
const BLOCK_MS = 60

/** A process that scans and pays is killed at one of its effects, or in the middle of anything, while members send. */
export const killing: Action = {
  name: 'kill',
  weight: 1,
  async act(world) {
    const { dice, chain, database, rpc } = world
    const kill = killPoint(dice, CALLS)
    const orders = writeOrders(chain, { databaseUrl: database.url, rpcUrl: rpc.url, kill })
    const child = spawn(process.execPath, [CHILD, orders], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>
    await Promise.race([once(child.stdout, 'data'), ended])
    world.dice = dice.fork()
    const late = setTimeout(() => child.kill('SIGKILL'), dice.between(50, 2500))
    const isAlive = () => child.exitCode === null && child.signalCode === null
    while (isAlive()) {
      await chain.mine()
      await (world.dice.chance(0.5) ? transferOnce : donateOnce)(world)
      await sleep(BLOCK_MS)
    }
    world.dice = dice
    clearTimeout(late)
    const [code, signal] = await ended
    if (signal !== 'SIGKILL') throw new Error(`The worker ended by itself: ${code ?? signal}`)
    return `${kill.when} ${kill.call} ${kill.count}`
  },
}
