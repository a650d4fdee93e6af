import { Refusal } from '@trefoil/core/refusal'
import { openLedger } from '../ledger/batch.ts'
import { giveThrough, sendThrough } from './orders.ts'
import type { Asked, Answered } from './poster-process.ts'

const ledger = openLedger(process.argv[2] ?? '', { pace: { othersMs: 0 } })

process.on('message', (asked: Asked) => void answer(asked))
process.on('disconnect', () => void ledger.stop())

async function answer({ number, order: { from, to, dollars, key } }: Asked): Promise<void> {
  const say = (answered: Omit<Answered, 'number'>) => process.send?.({ number, ...answered })
  try {
    const { data } = to
      ? await sendThrough(ledger, { from, to, dollars, key })
      : await giveThrough(ledger, { from, dollars, key })
    say({ reference: 'transfer_id' in data ? data.transfer_id : data.donation_id })
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'busy') say({})
    else say({ failure: String(error) })
  }
}
