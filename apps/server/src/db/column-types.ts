import type { ColumnType } from 'kysely'

/** A count of $0.00001. The driver returns bigint columns as text. */
export type Units = ColumnType<string, bigint | undefined, bigint>
/** Token units or wei: more digits than a bigint column holds. */
export type Big = ColumnType<string, bigint | string, bigint | string>
export type Height = ColumnType<string, bigint, bigint>
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
