import { randomBytes } from 'node:crypto'
import type { eraseAccount as route } from '@trefoil/contract/own-data'
import type { BodyOf } from '@trefoil/contract/route'
import type { AuthEventKind } from '@trefoil/core/identity/auth-events'
import { makePrivateKey } from '@trefoil/core/identity/private-key'
import { ERASURE_WORD, FORMER_MEMBER } from '@trefoil/core/identity/privacy'
import { makeReferralCode } from '@trefoil/core/identity/referral-code'
import { refuseDuringHold } from '@trefoil/core/identity/security-hold'
import type { MemberId } from '@trefoil/core/ledger/account'
import { refuseWhileRecovering } from '@trefoil/core/payouts/while-recovering'
import { planClosing } from '@trefoil/core/programme/plan-closing'
import { Refusal } from '@trefoil/core/refusal'
import { PERSONAL_DATA } from '../db/personal-data.ts'
import { violates } from '../db/violations.ts'
import type { Caller } from '../http/guard.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import type { Origin } from '../members/auth-events.ts'
import { unknownPasscodeHash } from '../members/passcodes.ts'
import type { OwnDataContext } from './context.ts'
import { proveOwner } from './prove-owner.ts'

/** For good. Money, name and access go in one transaction, under the ledger's lock. */
export async function eraseAccount(
  context: OwnDataContext,
  caller: Caller,
  body: BodyOf<typeof route> & { requestId?: string; origin: Origin },
): Promise<void> {
  const { accountId: member, role } = caller
  if (role !== 'member')
    throw new Refusal('forbidden', 'Operators and auditors answer for what they did, so they cannot be erased.')
  if (body.confirmation.trim() !== ERASURE_WORD)
    throw new Refusal('invalid_request', `Please type ${ERASURE_WORD} to confirm.`, {
      name: 'type_word',
      values: { word: ERASURE_WORD },
    })
  await proveOwner(context, caller, body)
  // Asked first, so that what is refused anyway undoes nobody's batch. The database asks again, under the ledger's lock.
  const held = await holdOf(context, member)
  refuseDuringHold(held && held > new Date() ? held : null, 'erased')
  await refuseBeforeCredit(context, member)
  const order: Order = {
    member,
    donatesRest: body.donate_rest ?? false,
    reference: newReference('closing'),
    stranger: await newStranger(context),
    requestId: body.requestId,
  }
  await context.ledger.post(erasure, order).catch(async (error: unknown) => {
    if (violates(error, 'deposit_on_its_way')) throw onItsWay()
    if (violates(error, 'closed_without_hold')) refuseDuringHold(await holdOf(context, member), 'erased')
    throw error
  })
}

/** Replaces key, passcode and code. Nobody knows it. */
type Stranger = { keyHash: Buffer; keyBox: Buffer; passcodeHash: string; referralCode: string }
type Order = AnyOrder & { member: MemberId; donatesRest: boolean; reference: string; stranger: Stranger }

async function newStranger({ keyring }: OwnDataContext): Promise<Stranger> {
  const key = makePrivateKey(randomBytes(16))
  return {
    keyHash: keyring.digest('private key', key),
    keyBox: keyring.seal('private key', key),
    passcodeHash: await unknownPasscodeHash(),
    referralCode: makeReferralCode(randomBytes(5)),
  }
}

const erasure: LedgerOperation<Order, object, { order: Order; journals: number }> = {
  reason: 'closing',
  askedBy: ({ member }) => member,
  touches: ({ member }) => ({ members: [member] }),
  decide({ book, programme, isRecovering }, order) {
    refuseWhileRecovering(isRecovering)
    const { donatesRest, reference } = order
    const facts = {
      member: book.balances(order.member),
      minWithdrawal: programme.minWithdrawal,
      ruleVersion: programme.version,
      offersReturns: programme.offersReturns,
      cause: programme.defaultCause,
    }
    const plan = planClosing(facts, { donatesRest, reference })
    return { plan, reply: {}, note: { order, journals: plan.journals.length } }
  },
  write(pipeline, done) {
    for (const { journalId, note } of done) {
      const { member, stranger } = note.order
      pipeline.send(closeMember, [member, journalId + BigInt(note.journals) - 1n])
      for (const statement of eraseRows) pipeline.send(statement, [member])
      const { keyHash, keyBox, passcodeHash, referralCode } = stranger
      pipeline.send(eraseName, [member, FORMER_MEMBER, bytes(keyHash), bytes(keyBox), passcodeHash])
      pipeline.send(replaceCode, [member, referralCode])
      pipeline.send(recordErasure, [member, ERASED])
    }
  },
}

/** As PostgreSQL reads them. */
const bytes = (value: Buffer): string => String.raw`\x${value.toString('hex')}`

const closeMember = { name: 'close member', text: 'select close_member($1::int, $2::bigint)' }

const eraseRows = Object.entries(PERSONAL_DATA).flatMap(([table, { erase = [] }]) =>
  erase.map((text, index) => ({ name: `erase ${table} ${index}`, text: text.replaceAll('$1', '$1::int') })),
)

/** Addresses are unique, and no mail is ever sent to this domain. */
const eraseName = {
  name: 'erase name',
  text: `update account set role = 'former', name = $2, email = 'former-' || id || '@erased.invalid', email_hidden = true,
      mail_topics = '{}', language = null, browser_language = null,
      key_hash = $3::bytea, key_box = $4::bytea, passcode_hash = $5, passcode_handed_out = false, wallet_address = null,
      wallet_address_since = null, security_hold_until = null, email_verified_at = null, email_grace_until = null, totp_box = null, totp_enabled_at = null, totp_step = 0, passkey_user = null
    where id = $1::int`,
}

const replaceCode = { name: 'replace code', text: 'update member set referral_code = $2 where id = $1::int' }

const ERASED: AuthEventKind = 'account_erased'

const recordErasure = {
  name: 'record erasure',
  text: 'insert into auth_event (account_id, kind) values ($1::int, $2)',
}

/** Who has just come in by mail alone may not destroy everything. It may be over. */
async function holdOf({ db }: OwnDataContext, member: MemberId): Promise<Date | null> {
  const { security_hold_until: until } = await db
    .selectFrom('account')
    .select('security_hold_until')
    .where('id', '=', member)
    .executeTakeFirstOrThrow()
  return until
}

async function refuseBeforeCredit({ db }: OwnDataContext, member: MemberId): Promise<void> {
  const deposit = await db
    .selectFrom('deposit')
    .select('id')
    .where('member_id', '=', member)
    .where('state', 'in', ['seen', 'final'])
    .executeTakeFirst()
  if (deposit) throw onItsWay()
}

const onItsWay = () =>
  new Refusal('wrong_state', 'A deposit of yours is on its way. Wait until it is credited.', {
    name: 'deposit_on_its_way',
  })
