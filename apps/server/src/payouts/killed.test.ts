import { expect, test } from 'vitest'
import { shareTestChain, UNIT } from '../testing/chain.ts'
import { isLong } from '../testing/long-form.ts'
import { mortal, PAYOUT_KILL_POINTS, type KillPoint } from '../testing/mortal.ts'
import { openPayouts, payUntilKilled, type Payouts } from '../testing/payouts.ts'
import { doneButRefused, doneButUnanswered, dropped, startRpcProxy, type Fault } from '../testing/rpc-proxy.ts'
import { look } from './sender.ts'

const chain = await shareTestChain()

const ANSWERS: Record<string, Fault | undefined> = {
  ok: undefined,
  'a time-out after it was accepted': doneButUnanswered,
  '“already known”': doneButRefused('already known'),
  '“nonce too low”': doneButRefused('nonce too low'),
  'nothing, and nobody heard it': dropped,
}

const MATRIX = Object.keys(PAYOUT_KILL_POINTS).flatMap((point) =>
  Object.keys(ANSWERS).map((answer) => ({ point, answer })),
)

/** The short form has every point twice, and every answer at several points. */
const CUT_OFF = MATRIX.filter(({ answer }, index) => {
  const [point, answers] = [Math.floor(index / Object.keys(ANSWERS).length), Object.keys(ANSWERS)]
  return isLong || answer === 'ok' || answer === answers[1 + (point % (answers.length - 1))]
})

/** A process takes seconds to start. The short form kills one at the worst moment. */
const KILLED = MATRIX.filter(
  ({ point, answer }) => isLong || (point === 'sent, not noted' && answer === 'a time-out after it was accepted'),
)

test('cut off at any point, under any answer, a payout is paid once and none is lost', () =>
  expectPaidOnce(CUT_OFF, async (payouts, { rpcUrl, kill }) => {
    const die = () => Promise.reject(new Error('cut off'))
    const whole = payouts.context(chain.view([rpcUrl], { timeoutMs: 300 }))
    const cut = { ...whole, chain: mortal(whole.chain, kill, die), ledger: mortal(whole.ledger, kill, die) }
    for (let looks = 0; looks < 20; looks += 1) {
      const end = await look(cut).catch((error: Error) => error.message)
      if (end === 'cut off') return
      await chain.mine(2)
    }
    throw new Error('The kill point was never reached')
  }))

test('killed at any point, under any answer, a payout is paid once and none is lost', { timeout: 600_000 }, () =>
  expectPaidOnce(KILLED, async (payouts, { rpcUrl, kill }) => {
    expect(await payUntilKilled(payouts, { rpcUrl, kill })).toBe('SIGKILL')
  }),
)

type Case = { point: string; answer: string }
type Attack = (payouts: Payouts, where: { rpcUrl: string; kill: KillPoint }) => Promise<void>

async function expectPaidOnce(cases: readonly Case[], attack: Attack): Promise<void> {
  const payouts = await openPayouts(chain)
  const proxy = await startRpcProxy(chain.url)
  for (const { point, answer } of cases) {
    const name = `${point}; ${answer}`
    const fault = ANSWERS[answer]
    // The provider recovers later; otherwise the last points would never be reached.
    proxy.heal()
    if (fault) proxy.fail('eth_sendRawTransaction', fault, { times: 2 })
    const asked = await payouts.ask()
    await attack(payouts, { rpcUrl: proxy.url, kill: PAYOUT_KILL_POINTS[point]! })
    await payouts.finish()
    expect(await payouts.stateOf(asked.reference), name).toBe('paid')
    expect(await chain.chain.balanceOf(asked.to), name).toBe(10n * UNIT)
  }
  await payouts.wallet.verify()
}
