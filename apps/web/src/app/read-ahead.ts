import { api } from '../lib/api.ts'
import { memberApi } from '../lib/member-api.ts'
import { moneyApi } from '../lib/money-api.ts'
import { teamApi } from '../lib/team-api.ts'
import { teamPageOf } from '../lib/team-filter.ts'
import type { ScreenPath } from './screen-code.tsx'
import type { store } from './store.ts'

const { profile } = api.endpoints
const { stages, networkStats, teamStats, topReferrers, referrals, activities } = memberApi.endpoints
const { donations, transactions } = moneyApi.endpoints
const { team } = teamApi.endpoints

type Read = (dispatch: typeof store.dispatch) => unknown

/** Asked for once; whoever shows it will keep it. */
const UNKEPT = { subscribe: false }

const ofMember: Read = (dispatch) => dispatch(profile.initiate(undefined, UNKEPT))
const ofStages: Read = (dispatch) => dispatch(stages.initiate(undefined, UNKEPT))
const ofNetwork: Read = (dispatch) => dispatch(networkStats.initiate(undefined, UNKEPT))
const ofReferrals: Read = (dispatch) => dispatch(referrals.initiate(undefined, UNKEPT))
const ofActivities: Read = (dispatch) => dispatch(activities.initiate(undefined, UNKEPT))
const ofTransactions =
  (type: Parameters<typeof transactions.initiate>[0]): Read =>
  (dispatch) =>
    dispatch(transactions.initiate(type, UNKEPT))

/** What each screen asks for when it is opened. */
const READS: Record<ScreenPath, Read[]> = {
  '/dashboard': [
    ofMember,
    ofStages,
    ofNetwork,
    ofActivities,
    (dispatch) => dispatch(teamStats.initiate(undefined, UNKEPT)),
    (dispatch) => dispatch(topReferrers.initiate(undefined, UNKEPT)),
  ],
  '/dashboard/transactions': [ofTransactions('all'), ofReferrals, ofActivities],
  '/dashboard/fund-transfer': [ofMember],
  '/dashboard/network': [
    ofMember,
    ofReferrals,
    (dispatch) => dispatch(team.initiate(teamPageOf(new URLSearchParams(window.location.search)), UNKEPT)),
  ],
  '/dashboard/deposit': [ofTransactions('Deposit')],
  '/dashboard/withdraw': [ofMember, ofTransactions('Withdrawal')],
  '/dashboard/donate': [ofMember, ofStages, (dispatch) => dispatch(donations.initiate(undefined, UNKEPT))],
  '/dashboard/reports': [ofNetwork, ofReferrals],
  '/dashboard/setting': [ofMember],
}

/**
 * Asks for what a screen will show before it is drawn: so it is drawn once while it waits. Parts that ask by themselves
 * do so after they were drawn, and are then drawn again for having asked.
 * @public Comes with the shell, for `openAhead`.
 */
export function readAhead(dispatch: typeof store.dispatch, path: ScreenPath): void {
  // Another tab than the first asks for other things, by itself.
  if (new URLSearchParams(window.location.search).has('tab')) return
  for (const read of READS[path]) read(dispatch)
}
