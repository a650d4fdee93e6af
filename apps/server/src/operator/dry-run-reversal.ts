import type { dryRunReversal as route } from '@trefoil/contract/operator/reversals'
import type { ReplyOf } from '@trefoil/contract/route'
import { accountName, ofMember, systemAccount, type Account } from '@trefoil/core/ledger/account'
import { Book } from '@trefoil/core/ledger/book'
import { movesOf } from '@trefoil/core/ledger/journal'
import { toDollars, usd } from '@trefoil/core/money'
import { planReversal, type ReversalPlan } from '@trefoil/core/programme/plan-reversal'
import { Refusal } from '@trefoil/core/refusal'
import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/database.ts'
import { balanceRowFrom, memberBalancesFrom } from '../ledger/balance-row.ts'
import { currentProgramme } from '../ledger/programme.ts'
import {
  readReversalFacts,
  reversalFactsFrom,
  reversalParameters,
  type Original,
  type ReversalRow,
} from '../ledger/reversal-facts.ts'
import type { OperatorContext } from './context.ts'
import { readOriginal } from './original.ts'
import type { Person } from './shapes.ts'

type Answer = ReplyOf<typeof route>['data']

/** What a reversal would do right now. Writes nothing. */
export async function dryRunReversal(
  { db }: Pick<OperatorContext, 'db'>,
  journal: number,
  operationsBears: boolean,
): Promise<Answer> {
  return inOneView({ db }, async (tx) => {
    const { original, plan, book } = await tryReversal(tx, journal, operationsBears)
    const accounts = accountsOf(plan).map((account) => ({ account, before: book.balance(account) }))
    const windows = original.members.map((member) => ({ member, was: book.balances(member).window }))
    book.post(plan)
    const people = await readPeople(tx, original.members)
    const personOf = (id: number): Person => people.get(id) ?? { id, name: '', email: '' }
    return {
      borne: toDollars(plan.borne),
      accounts: accounts.map(({ account, before }) => ({
        account: account.kind,
        member: ofMember(account) ? personOf(account.member) : null,
        before: toDollars(before),
        after: toDollars(book.balance(account)),
      })),
      standings: windows.flatMap(({ member, was }) => {
        const becomes = book.balances(member).window
        if (was.stage === becomes.stage && was.earned === becomes.earned) return []
        return {
          member: personOf(member),
          stage: { before: was.stage, after: becomes.stage },
          stage_balance: { before: toDollars(was.earned), after: toDollars(becomes.earned) },
        }
      }),
    }
  })
}

/** The plan, or its refusal, on the balances of this moment. */
export async function tryReversal(tx: Tx, journal: number, operationsBears: boolean) {
  const original = await readOriginal(tx, journal)
  const book = await readBook(tx, original)
  const { source } = original.journal
  if (ofMember(source) && book.balances(source.member).closed)
    throw new Refusal('wrong_state', 'This member has left: nothing can be returned to them.')
  const { rows } = await tx.executeQuery<ReversalRow>(
    CompiledQuery.raw(readReversalFacts.text, reversalParameters(original)),
  )
  const facts = reversalFactsFrom(original, { row: rows[0], book, programme: await currentProgramme(tx) })
  return { original, book, plan: planReversal(facts, { operationsBears }) }
}

export const inOneView = <Result>(
  { db }: Pick<OperatorContext, 'db'>,
  look: (tx: Tx) => Promise<Result>,
): Promise<Result> => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(look)

async function readBook(tx: Tx, { members }: Original): Promise<Book> {
  const balances = await tx.selectFrom('member_balance').selectAll().where('member_id', 'in', members).execute()
  const system = await tx.selectFrom('system_account').selectAll().execute()
  return new Book({
    memberBalances: balances.map((row) => memberBalancesFrom(balanceRowFrom(row))),
    system: system.map((row) => ({
      account: systemAccount(row.account, row.owner),
      balance: usd(BigInt(row.balance)),
      sequence: Number(row.sequence),
    })),
  })
}

/** Each account once, in the order of the journals. */
function accountsOf({ journals }: ReversalPlan): Account[] {
  const accounts = journals.flatMap(movesOf).flatMap(({ source, target }) => [target, source])
  return [...new Map(accounts.map((account) => [accountName(account), account])).values()]
}

async function readPeople(tx: Tx, ids: readonly number[]): Promise<Map<number, Person>> {
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((person) => [person.id, person]))
}
