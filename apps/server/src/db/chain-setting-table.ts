import type { ColumnType, GeneratedAlways } from 'kysely'

/** The contracts and the chain that the books belong to, and belonged to before. */
export type ChainSettingTable = {
  number: number
  chain_id: ColumnType<string, number, never>
  token: string
  decimals: number
  factory: string
  implementation: string
  treasury: string
  vault: string
  since: GeneratedAlways<Date>
}
