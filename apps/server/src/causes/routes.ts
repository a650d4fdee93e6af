import * as contract from '@trefoil/contract/causes'
import { ok, serve, type Served } from '../http/serve.ts'
import { SharedReply, sharedJson } from '../http/shared-reply.ts'
import type { Causes } from './causes.ts'
import { drawBadge } from './draw-badge.ts'
import { readPictureFile } from './pictures.ts'

/** Strangers' caches answer for a moment, then ask again. */
const KEEP_SECONDS = 2
const BADGE_KEEP_SECONDS = 60

export const causeRoutes = ({ db, list, read }: Causes): Served[] => [
  serve(contract.listCauses, async () =>
    sharedJson(ok('Causes', { data: await list() }), { keepSeconds: KEEP_SECONDS }),
  ),
  serve(contract.readCause, async ({ params }) =>
    sharedJson(ok('Cause', { data: await read(params.slug) }), { keepSeconds: KEEP_SECONDS }),
  ),
  serve(contract.readCauseBadge, async ({ params }) => {
    const content = drawBadge(await read(params.slug))
    return new SharedReply({ content, type: 'image/svg+xml', keepSeconds: BADGE_KEEP_SECONDS, embeddable: true })
  }),
  serve(contract.readPicture, async ({ params }) => {
    const content = await readPictureFile(db, params.name)
    return new SharedReply({ content, type: 'image/webp', keepSeconds: 'forever' })
  }),
]
