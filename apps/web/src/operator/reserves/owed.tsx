import { toDollars, usd } from '@trefoil/core/money'
import { inUnits } from '../../lib/amounts.ts'
import { Money } from '../../ui/money.tsx'
import { FigureList } from '../parts/figure-list.tsx'
import type { Reserves } from './api.ts'
import { reservesCopy } from './copy.ts'

const text = reservesCopy
const OWNERS = ['members', 'causes', 'operations'] as const

/** Whose the money is, by the ledger. */
export const Owed = ({ owed }: { owed: Reserves['owed'] | undefined }) => (
  <FigureList
    heading={text.owed}
    figures={
      owed && [
        ...OWNERS.map((owner) => ({ name: text.owners[owner], value: <Money amount={owed[owner]} /> })),
        { name: text.inAll, value: <Money amount={sumOf(owed)} />, isTotal: true },
      ]
    }
    skeletonRows={4}
  />
)

const sumOf = (owed: Reserves['owed']): number =>
  toDollars(usd(OWNERS.reduce((sum, owner) => sum + inUnits(owed[owner]), 0n)))
