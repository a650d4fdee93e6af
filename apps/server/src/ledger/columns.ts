/** Columns of many rows as PostgreSQL's array literals: one parameter each, however many rows. */
export const numbers = (values: readonly (number | bigint)[]): string => `{${values.join(',')}}`

/** For our own words only: nothing in them needs quoting. */
export const words = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

/** For anything that somebody typed. */
export const texts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
