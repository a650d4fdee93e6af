import { audit } from '../operator/audit/screen.ts'
import { supportCase } from '../operator/cases/case-screen.ts'
import { cases } from '../operator/cases/screen.ts'
import { cause } from '../operator/causes/cause-screen.ts'
import { causes } from '../operator/causes/screen.ts'
import { deposits } from '../operator/deposits/screen.ts'
import { documents } from '../operator/documents/screen.ts'
import { epochs } from '../operator/epochs/screen.ts'
import { exports } from '../operator/exports/screen.ts'
import { journal } from '../operator/ledger/journal-screen.ts'
import { ledger } from '../operator/ledger/screen.ts'
import { member } from '../operator/members/member-screen.ts'
import { members } from '../operator/members/screen.ts'
import { overview } from '../operator/overview/screen.ts'
import { webhook } from '../operator/programs/endpoint-screen.ts'
import { programs } from '../operator/programs/screen.ts'
import { programme } from '../operator/programme/screen.ts'
import { proposals } from '../operator/proposals/screen.ts'
import { recovery } from '../operator/recovery/screen.ts'
import { reserves } from '../operator/reserves/screen.ts'
import { screening } from '../operator/screening/screen.ts'
import { settings } from '../operator/settings/screen.ts'
import { withdrawals } from '../operator/withdrawals/screen.ts'
import { lazyScreen } from './lazy-screen.tsx'

/** The console's screens in the order of its menu: work that waits for an operator comes first. */
export const CONSOLE_SCREENS = [
  overview,
  withdrawals,
  proposals,
  cases,
  screening,
  deposits,
  reserves,
  epochs,
  members,
  causes,
  documents,
  programme,
  ledger,
  audit,
  exports,
  recovery,
  programs,
  settings,
].map(lazyScreen)

/** Screens of one item, reached from the lists. */
export const CONSOLE_DETAILS = [member, supportCase, cause, journal, webhook].map(lazyScreen)
