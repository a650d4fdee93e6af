import { Readable } from 'node:stream'
import { Refusal } from '@trefoil/core/refusal'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import { findPersonalKey, type PersonalKey } from '../members/personal-key.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readExportState } from './request-export.ts'

/** The owner's file, piece by piece, for the session that asked for it. */
export async function openExport({ db, keyring }: { db: Database; keyring: Keyring }, caller: Caller) {
  const { accountId } = caller
  const { state, bytes } = await readExportState(db, caller)
  if (state === 'elsewhere')
    throw new Refusal(
      'forbidden',
      'This file was asked for in another session, and only that one can download it. Ask for your data here.',
      { name: 'export_other_session' },
    )
  const key = await findPersonalKey(db, keyring, accountId)
  if (state !== 'ready' || bytes === null || !key)
    throw new Refusal(
      'wrong_state',
      'There is no file to download. Ask for your data first, and wait until it is ready.',
      { name: 'export_not_ready' },
    )
  return { bytes, content: Readable.from(readParts(db, accountId, key)) }
}

async function* readParts(db: Database, accountId: number, key: PersonalKey): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const part = await db
      .selectFrom('data_export_part')
      .select('content')
      .where('account_id', '=', accountId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!part) return
    yield Buffer.from(key.open(part.content), 'base64')
  }
}
