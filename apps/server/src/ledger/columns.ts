/** Columns of many rows as PostgreSQL's array literals: one parameter each, however many rows. */
export const numbers = (values: readonly (number | bigint)[]): string => `{${values.join(',')}}`

/** For our own words only: nothing in them needs quoting. */
export const words = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

/** For anything that somebody typed. */
export const texts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`

/** For JSON, which has no line ends or the like in it: what quotes it there quotes it here too, at a fifth of the cost. */
export const jsons = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : JSON.stringify(value))).join(',')}}`

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
