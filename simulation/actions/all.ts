import type { Action } from './action.ts'
import { approving } from './approval.ts'
import { deposit, lateDeposit } from './deposit.ts'
import { recovering } from './recovery.ts'
import { assigning, sendingUnmatched, taking } from './reserves.ts'
import { deciding, reversing } from './reversal.ts'
import { joining } from './sign-up.ts'
import { burst, donating, transferring } from './spend.ts'
import { cancelling, refusing, withdrawing } from './withdrawal.ts'
import { mining, noting, paying, reconciling, scanning, verifying } from './work.ts'

/** What members, operators, servers and the chain do on ordinary days. */
export const ACTIONS: readonly Action[] = [
  deposit,
  lateDeposit,
  transferring,
  donating,
  burst,
  withdrawing,
  approving,
  refusing,
  cancelling,
  reversing,
  deciding,
  sendingUnmatched,
  assigning,
  taking,
  joining,
  scanning,
  paying,
  noting,
  verifying,
  reconciling,
  recovering,
  mining,
]
