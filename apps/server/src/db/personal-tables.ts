/** What a column holds about a person, and what becomes of it. */
export type Held =
  /** In the export, and erased. */
  | 'personal'
  /** In the export, sealed under the account's own key, which erasure destroys. */
  | 'sealed'
  /** In the export, and kept without a name: the books, the tree and their proofs need it. */
  | 'kept'
  /** Of use to a thief only: not in the export, and erased. */
  | 'secret'
  /** Operators' notes to one another, which could warn a suspect: not in the export, and kept. */
  | 'confidential'
  /** Means nothing to its owner: not in the export, and kept. */
  | 'internal'

export type TableOfPersons = {
  /** Whose rows they are, in SQL. $1 is the account. Null: the rows are nobody's, but may mention somebody. */
  readonly owned: string | null
  /** Which of these rows are in the export, in SQL: all of them, unless it is said. */
  readonly told?: string
  readonly columns: Readonly<Record<string, Held>>
  /** In SQL, in this order, before the account itself loses its name. $1 is the account. */
  readonly erase?: readonly string[]
}
