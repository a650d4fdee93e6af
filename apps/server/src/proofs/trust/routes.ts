import * as contract from '@trefoil/contract/trust'
import { ok, serve, type Served } from '../../http/serve.ts'
import { sharedJson } from '../../http/shared-reply.ts'
import type { ReadTrust } from './read-trust.ts'

const KEEP_SECONDS = 30

export const trustRoutes = (read: ReadTrust): Served[] => [
  serve(contract.readTrust, async () => sharedJson(ok('Trust', { data: await read() }), { keepSeconds: KEEP_SECONDS })),
]
