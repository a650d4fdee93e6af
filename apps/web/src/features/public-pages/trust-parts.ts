import type { ReplyOf } from '@trefoil/contract/route'
import type { listEpochs } from '@trefoil/contract/epochs'
import type { readTrust } from '@trefoil/contract/trust'
import { coverageOf, type Coverage } from '@trefoil/core/proofs/coverage'
import { trustCopy as text } from './trust-copy.ts'
import { showBasisPoints } from './formats.ts'

export type Trust = ReplyOf<typeof readTrust>['data']
export type EpochList = ReplyOf<typeof listEpochs>['data']
/** With what it comes to. */
export type Epoch = Trust['epochs'][number] & Coverage

export const withCoverage = (epochs: Trust['epochs'], decimals: number): Epoch[] =>
  epochs.map((epoch) => ({ ...epoch, ...coverageOf(epoch, decimals) }))

/**
 * In a new installation little is owed, and the share could be any multiple of it: a figure that says nothing. Beyond
 * this it is neither drawn nor spelled out; the amounts beside it are exact.
 */
export const COVERAGE_SHOWN_MAX = 20_000n

export const showCoverage = ({ basisPoints }: Pick<Coverage, 'basisPoints'>): string =>
  basisPoints === null
    ? text.nothing
    : basisPoints > COVERAGE_SHOWN_MAX
      ? text.beyond(showBasisPoints(COVERAGE_SHOWN_MAX).replace('.00', ''))
      : showBasisPoints(basisPoints)
