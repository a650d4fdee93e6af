import * as contract from '@trefoil/contract/facts'
import { factsCsv } from '@trefoil/core/facts/facts-csv'
import { Refusal } from '@trefoil/core/refusal'
import { ok, serve, type Served } from '../http/serve.ts'
import { SharedReply, sharedJson } from '../http/shared-reply.ts'
import type { ReadFacts } from './read-facts.ts'
import type { ReadSimulator } from './read-simulator.ts'

const KEEP_SECONDS = 60

export const factsRoutes = (read: ReadFacts, readSimulator: ReadSimulator): Served[] => [
  serve(contract.readFacts, async () => sharedJson(ok('Facts', { data: await read() }), { keepSeconds: KEEP_SECONDS })),
  serve(contract.readFactsCsv, async () => {
    const { facts } = await read()
    if (!facts) throw new Refusal('not_found', 'No facts have been made yet.')
    return new SharedReply({ content: factsCsv(facts), type: 'text/csv; charset=utf-8', keepSeconds: KEEP_SECONDS })
  }),
  serve(contract.readSimulator, async () =>
    sharedJson(ok('Simulator', { data: await readSimulator() }), { keepSeconds: KEEP_SECONDS }),
  ),
]
