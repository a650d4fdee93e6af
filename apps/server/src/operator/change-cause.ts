import type { Programme } from '@trefoil/core/programme/programme'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { DEFAULT_CAUSE } from '../causes/figures.ts'
import type { Chain } from '../chain/chain.ts'
import { LOCKS, type Reader, type Tx } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import { noSuchCause } from './causes.ts'
import type { ProposalContext } from './context.ts'

export type CauseDetails =
  | { cause: number; name: string; change: 'open'; address: string; instead_of?: string | null }
  | { cause: number; name: string; change: 'close' }
  | { cause: number; name: string; change: 'address'; address: string; instead_of: string | null }

/** How long a new address waits in production: so long has anybody to notice that it is not the cause's. */
const ADDRESS_WAIT_HOURS = 24

export type Cause = {
  name: string
  state: 'draft' | 'open' | 'closed'
  summary: string
  legal_name: string
  payout_address: string | null
  is_default: boolean
}

/** Once another operator agrees. Looked at again: much may have happened since. */
export async function carryOutCause(
  tx: Tx,
  { chain, settings }: Pick<ProposalContext, 'chain' | 'settings'>,
  { id: proposal, ...details }: CauseDetails & { id: number },
): Promise<void> {
  // Before the row, as everywhere: a donation is decided upon the state.
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.ledger)})`.execute(tx)
  const cause = await findCause(tx, details.cause)
  await refuseImpossible(tx, chain, details, cause)
  // Older proposals to open a cause do not say which address it had.
  const seen = details.change === 'close' ? undefined : details.instead_of
  if (seen !== undefined && seen !== cause.payout_address)
    throw new Refusal('wrong_state', 'The address was changed since: reject this, and look again.')
  if (details.change !== 'address')
    await tx
      .updateTable('cause')
      .set({ state: details.change === 'open' ? 'open' : 'closed' })
      .where('id', '=', details.cause)
      .execute()
      .catch(defaultStaysOpen)
  if (details.change === 'close' || details.address === cause.payout_address) return
  const wait = settings.production ? ADDRESS_WAIT_HOURS : 0
  await sql`
    update cause set payout_address = ${details.address}, payout_address_by = ${proposal},
      payout_address_from = now() + make_interval(hours => ${wait}) where id = ${details.cause}`.execute(tx)
}

/** The default, or what will be from the beginning of a programme that is decided. */
const IS_DEFAULT = sql`(id = ${DEFAULT_CAUSE} or exists (
  select from programme where active_from > now() and coalesce((rules ->> 'default_cause')::int, 1) = cause.id))`

export async function findCause(db: Reader, id: number): Promise<Cause> {
  const { rows } = await sql<Cause>`
    select name, state, summary, legal_name, payout_address, ${IS_DEFAULT} as is_default
    from cause where id = ${id}`.execute(db)
  if (!rows[0]) throw noSuchCause()
  return rows[0]
}

/** What nobody chose a cause for has to go somewhere. */
export async function requireOpenDefault(db: Reader, { defaultCause }: Programme): Promise<void> {
  const { name, state } = await findCause(db, defaultCause)
  if (state === 'open') return
  const standing = state === 'draft' ? 'a draft' : 'closed'
  throw new Refusal('wrong_state', `The default cause has to be open: “${name}” is ${standing}.`)
}

export async function refuseImpossible(db: Reader, chain: Chain, details: CauseDetails, cause: Cause): Promise<void> {
  if (details.change === 'open') {
    if (cause.state === 'open') throw new Refusal('wrong_state', 'This cause is open already.')
    if (cause.summary === '' || cause.legal_name === '')
      throw new Refusal('wrong_state', 'Write its summary and its legal name first: donors have to know who it is.')
  }
  if (details.change === 'close') {
    if (cause.state !== 'open') throw new Refusal('wrong_state', 'This cause is not open.')
    if (cause.is_default) throw defaultRefusal()
    return
  }
  await refuseOwnAddress(db, chain, details.address)
  if (details.change !== 'address') return
  if (cause.state === 'draft') throw new Refusal('wrong_state', 'A draft gets its address when it is opened.')
  if (details.address === cause.payout_address) throw new Refusal('wrong_state', 'This is its address already.')
}

async function refuseOwnAddress(db: Reader, chain: Chain, address: string): Promise<void> {
  const { rows } = await sql<{ issued: boolean; declared: boolean }>`
    select exists (select from deposit_address where lower(address) = lower(${address})) as issued,
      exists (select from funding_address where lower(address) = lower(${address}) and chain_id = ${chain.id}) as declared`.execute(
    db,
  )
  if (chain.ours.includes(address.toLowerCase()) || rows[0]?.declared)
    throw new Refusal('invalid_address', 'This address belongs to the installation itself.')
  if (rows[0]?.issued) throw new Refusal('invalid_address', 'This is the deposit address of a member.')
}

const defaultRefusal = () =>
  new Refusal('wrong_state', 'This is the default cause: name another in the programme before you close it.')

function defaultStaysOpen(error: unknown): never {
  if (violates(error, 'default_cause_stays_open')) throw defaultRefusal()
  throw error
}
