import { refusalOf } from '../model/refusal.ts'
import { returnsOf, takeBack } from '../model/reversal.ts'
import { must } from '../violation.ts'
import type { World } from '../world/world.ts'
import { count } from './count.ts'
import type { JournalRow } from './read-books.ts'

export const originalOf = ({ reason, reference }: JournalRow): string | undefined =>
  reason === 'reversal' ? reference.replace(/\/reversal\/\d+$/, '') : undefined

/** One journal for each share that is taken back, and one where operations bears a part. */
export function explainReversal(world: World, reference: string, parts: readonly JournalRow[]): void {
  const { model } = world
  const intent = model.intents.get(`${reference}/reversal`)
  const original = model.posted.get(reference)
  must(intent?.asked.kind === 'reversal' && original !== undefined, `nobody asked to reverse ${reference}`)
  must(!original.isReversed, `${reference} was reversed twice`)
  must(!intent.isRefused, `the reversal of ${reference} was rejected, and was posted`)
  const refusal = refusalOf(model, intent.asked)
  must(refusal === undefined, `the reversal of ${reference} was posted, and should have been refused: ${refusal}`)
  const returned = new Map<string, bigint>()
  for (const { source, credits } of parts)
    for (const { target, amount } of credits) {
      must(target === original.source, `the reversal of ${reference} gave ${amount} to ${target}`)
      returned.set(source, (returned.get(source) ?? 0n) + amount)
    }
  const [was, should] = [listed(returned), listed(returnsOf(model, original).returns)]
  must(was === should, `the reversal of ${reference} took ${was}, and should have taken ${should}`)
  takeBack(model, original)
  intent.effects += 1
  count(world, 'reversal')
}

const listed = (amounts: ReadonlyMap<string, bigint>): string =>
  [...amounts]
    .map(([account, amount]) => `${account} ${amount}`)
    .toSorted()
    .join(', ')
