import { closeClient, openClient } from '../../db/connection.ts'
import { clientUnderLease, type Lease } from '../../db/client-under-lease.ts'
import { AuditHorizon } from './audit-horizon.ts'
import { destroyErasedKeys } from './destroy-keys.ts'
import type { LogKey } from './key-file.ts'
import { OwnerKeys } from './owner-keys.ts'
import { findLog, readLatest, signLog } from './sign.ts'
import { takeLogStep, type LogStep } from './step.ts'

export type LogSettings = { databaseUrl: string; secret: Buffer; key: LogKey; installation: Uint8Array; lease?: Lease }

export type LogBuilder = { step(): Promise<LogStep>; close(): Promise<void> }

/** Builds the log on a connection of its own. One at a time: the leader's. */
export async function openLogBuilder({ databaseUrl, lease, ...settings }: LogSettings): Promise<LogBuilder> {
  const { secret, key, installation } = settings
  const connected = await openClient(databaseUrl, { name: 'trefoil log' })
  const client = lease ? clientUnderLease(connected, lease) : connected
  const keys = new OwnerKeys(secret)
  const horizon = new AuditHorizon()
  const signing = { client, key, installation }
  const log = await findLog(signing)
  const latest = await readLatest(client)
  let signed = latest?.number === log.number ? latest.size : undefined
  return {
    async step() {
      const step = await takeLogStep({ client, keys, horizon })
      if (step.size !== signed) await signLog(signing, log, step.size)
      signed = step.size
      if (!step.more) await destroyErasedKeys(client, keys)
      return step
    },
    close: () => closeClient(connected),
  }
}
