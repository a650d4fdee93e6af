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

export const showCoverage = ({ basisPoints }: Coverage): string =>
  basisPoints === null ? text.nothing : showBasisPoints(basisPoints)
