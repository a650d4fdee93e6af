import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'

/** An amount column as a number for the wire. */
export const dollars = (units: string | null): number => toDollars(usd(BigInt(units ?? 0)))

const NATIVE_DECIMALS = 18

/** Wei as a decimal of the native coin, exact. */
export function coins(wei: string): string {
  const digits = wei.padStart(NATIVE_DECIMALS + 1, '0')
  return `${digits.slice(0, -NATIVE_DECIMALS)}.${digits.slice(-NATIVE_DECIMALS)}`.replace(/\.?0+$/, '')
}

export const iso = (at: Date): string => at.toISOString()
export const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

export type Person = { id: number; name: string; email: string }

/** The account with this id as one JSON column; null if there is none. */
export const personOf = (idColumn: string) =>
  sql<Person | null>`(select json_build_object('id', a.id, 'name', a.name, 'email', a.email) from account a
    where a.id = ${sql.ref(idColumn)})`

/** Days in UTC, both included. */
export const within = (column: string, { from, to }: { from?: string | undefined; to?: string | undefined }) =>
  sql`(${from ?? null}::date is null or ${sql.ref(column)} >= ${from ?? null}::date::timestamp at time zone 'utc')
    and (${to ?? null}::date is null or ${sql.ref(column)} < (${to ?? null}::date + 1)::timestamp at time zone 'utc')`
