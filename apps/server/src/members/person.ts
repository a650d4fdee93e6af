import type { AccountRole } from '@trefoil/contract/shapes'
import { maskedName, seenAs, type Bond } from '@trefoil/core/identity/privacy'
import type { Reader } from '../db/database.ts'
import { readSwitches } from './switches.ts'

/** The columns of an account that others may read, and those that decide who may. */
export type PersonRow = { name: string; email: string; email_hidden: boolean; role: AccountRole }

export type Masks = { masks: boolean }

export const readMasks = async (db: Reader): Promise<Masks> => ({ masks: (await readSwitches(db)).maskTeam })

/** Whose donation a member earned from: somebody of their team, masked as there unless they referred them. */
export const seenDonor = (donor: { name: string; isReferral: boolean }, { masks }: Masks): string =>
  masks && !donor.isReferral ? maskedName(donor.name) : donor.name

/** What somebody with this bond reads of the account. */
export const seenPerson = (bond: Bond, row: PersonRow, masks: Masks) =>
  seenAs(
    bond,
    { name: row.name, email: row.email, hidesEmail: row.email_hidden, isFormer: row.role === 'former' },
    masks,
  )
