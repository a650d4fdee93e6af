import * as contract from '@trefoil/contract/explain'
import { ok, serve, type Served } from '../http/serve.ts'
import { explainFigure } from './explain-figure.ts'
import type { ExplainContext } from './explained.ts'
import { readRules } from './rules.ts'

export const explainRoutes = (context: ExplainContext): Served[] => [
  serve(contract.explainFigure, async ({ caller, params, query }) =>
    ok('Explained', { data: await explainFigure(context, params.figure, { member: caller.accountId, query }) }),
  ),

  serve(contract.readRules, async ({ params }) =>
    ok(`Rules, version ${params.version}`, { data: await readRules(context.db, params.version) }),
  ),
]
