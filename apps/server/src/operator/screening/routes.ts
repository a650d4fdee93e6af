import * as contract from '@trefoil/contract/operator/screening'
import { ok, serve, type Served } from '../../http/serve.ts'
import { readAudited } from '../audit-read.ts'
import { actorOf, type OperatorContext } from '../context.ts'
import { refuseHit, releaseHit } from './decide-hit.ts'
import { hitList } from './read-hits.ts'
import { setMemberLevel } from './set-level.ts'
import { refuseWaiting, releaseWaiting, waitingList } from './waiting-deposits.ts'

const RELEASED = {
  released: 'It was released.',
  first_of_two: 'Your word is recorded: another operator has to release it, too.',
}

export const screeningRoutes = (context: OperatorContext): Served[] => [
  serve(contract.listHits, async (call) => ok('Hits', { data: await readAudited(context, call, hitList) })),
  serve(contract.releaseHit, async (call) =>
    ok(RELEASED[await releaseHit(context, actorOf(call), { id: call.params.id, why: call.body.why })]),
  ),
  serve(contract.refuseHit, async (call) => {
    await refuseHit(context, actorOf(call), { id: call.params.id, why: call.body.why })
    return ok('It was refused.')
  }),
  serve(contract.listWaitingDeposits, async (call) =>
    ok('Deposits', { data: await readAudited(context, call, waitingList) }),
  ),
  serve(contract.releaseWaitingDeposit, async (call) =>
    ok(RELEASED[await releaseWaiting(context, actorOf(call), { id: call.params.id, why: call.body.why })]),
  ),
  serve(contract.refuseWaitingDeposit, async (call) => {
    await refuseWaiting(context, actorOf(call), { id: call.params.id, why: call.body.why })
    return ok('It was refused.')
  }),
  serve(contract.setMemberLevel, async (call) => {
    await setMemberLevel(context, actorOf(call), { member: call.params.id, ...call.body })
    return ok('The level was set.')
  }),
]
