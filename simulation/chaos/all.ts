import type { Action } from '../actions/action.ts'
import { jumping } from './clock.ts'
import { disconnecting, restarting } from './connections.ts'
import { cuttingOff } from './cut-off.ts'
import { crashing } from './database.ts'
import { killing } from './kill.ts'
import { healing, misleading } from './providers.ts'
import { reorganising } from './reorganise.ts'
import { backingUp, settingBack, standingBy } from './restore.ts'
import { delaying } from './stuck.ts'

/** What goes wrong on bad days. */
export const CHAOS: readonly Action[] = [
  reorganising,
  misleading,
  healing,
  cuttingOff,
  delaying,
  disconnecting,
  restarting,
  killing,
  crashing,
  backingUp,
  standingBy,
  settingBack,
  jumping,
]
