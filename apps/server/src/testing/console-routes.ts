import * as apiKeys from '@trefoil/contract/operator/api-keys'
import * as audit from '@trefoil/contract/operator/audit'
import * as cases from '@trefoil/contract/operator/cases'
import * as causes from '@trefoil/contract/operator/causes'
import * as deposits from '@trefoil/contract/operator/deposits'
import * as documents from '@trefoil/contract/operator/documents'
import * as epochs from '@trefoil/contract/operator/epochs'
import * as exported from '@trefoil/contract/operator/exports'
import * as fees from '@trefoil/contract/operator/fees'
import * as ledger from '@trefoil/contract/operator/ledger'
import * as mails from '@trefoil/contract/operator/mails'
import * as members from '@trefoil/contract/operator/members'
import * as overview from '@trefoil/contract/operator/overview'
import * as programme from '@trefoil/contract/operator/programme'
import * as proposals from '@trefoil/contract/operator/proposals'
import * as recovery from '@trefoil/contract/operator/recovery'
import * as reserves from '@trefoil/contract/operator/reserves'
import * as reversals from '@trefoil/contract/operator/reversals'
import * as screening from '@trefoil/contract/operator/screening'
import * as settings from '@trefoil/contract/operator/settings'
import * as withdrawals from '@trefoil/contract/operator/withdrawals'
import * as webhooks from '@trefoil/contract/operator/webhooks'
import type { Route } from '@trefoil/contract/route'

const contracts = [
  apiKeys,
  audit,
  cases,
  causes,
  deposits,
  documents,
  epochs,
  exported,
  fees,
  ledger,
  mails,
  members,
  overview,
  programme,
  proposals,
  recovery,
  reserves,
  reversals,
  screening,
  settings,
  webhooks,
  withdrawals,
]

/** Every route of the console. */
export const consoleRoutes = contracts.flatMap((one) => Object.values(one)).filter((one) => 'path' in one) as Route[]
