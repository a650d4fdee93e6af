/** Columns of many rows as PostgreSQL array literals: one parameter per column, however many rows. */
export const numbers = (values: readonly (number | bigint)[]): string => `{${values.join(',')}}`

/** For the application's own constants, which need no quoting. */
export const words = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

/** A row's own array, in a column of them. */
export const lists = (values: readonly string[]): string => `{${values.map((value) => `"${value}"`).join(',')}}`

/** For user input. */
export const texts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`

/** For JSON, which has no raw line ends: JSON's quoting is valid here too, at a fifth of the cost. */
export const jsons = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : JSON.stringify(value))).join(',')}}`

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
