import { must } from '../violation.ts'
import { FINALITY, type World } from '../world/world.ts'

/** Units of the token in $0.00001. */
export const TOKEN_UNIT = 10n ** 13n

/** By the chain, and final. `amount` is in units of the ledger; answers what was paid, in those of the token. */
export async function requirePaid({ raw, chain }: World, address: string, amount?: bigint): Promise<bigint> {
  const to = address.toLowerCase()
  const [payment] = await raw.transfers({ to })
  must(payment !== undefined, `a payment to ${to} was booked, and is not on the chain`)
  must(reservesOf(chain).includes(payment.from), `${to} was paid by ${payment.from}`)
  must(payment.block <= raw.height() - FINALITY, `a payment to ${to} was booked before it was final`)
  must(amount === undefined || payment.value === amount * TOKEN_UNIT, `${to} was paid ${payment.value} for ${amount}`)
  return payment.value
}

const reservesOf = ({ facts }: World['chain']): string[] =>
  [facts.vault, facts.treasury].map((one) => one.toLowerCase())

/** Somebody else sent it to the vault or the treasury, and it is final. Answers how much, in units of the token. */
export async function requireUnmatched({ raw, chain, deposits }: World, log: string): Promise<bigint> {
  const [transaction = '', ordinal] = log.split('/')
  const found = (await raw.transfersIn(transaction)).find((one) => one.ordinal === Number(ordinal))
  must(found !== undefined, `${log} was assigned, and is not on the chain`)
  const { from, to, block, value } = found
  must(block <= raw.height() - FINALITY, `${log} was assigned before it was final`)
  const ours = reservesOf(chain)
  must(ours.includes(to) && !ours.includes(from) && !deposits.has(from), `${log} was assigned: from ${from} to ${to}`)
  return value
}
