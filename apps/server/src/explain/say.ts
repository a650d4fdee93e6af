import type { Term } from '@trefoil/contract/explain'
import type { ExplainedValues } from '@trefoil/contract/explain-values'
import { EXPLAINED_WORDS } from './words.ts'

type Code = keyof ExplainedValues
type Values = Record<string, string | number>
/** The values that are not said already; none where there are none. */
type Given<C extends Code> =
  ExplainedValues[C] extends Record<string, never>
    ? []
    : keyof ExplainedValues[C] extends 'what'
      ? []
      : [values: Omit<ExplainedValues[C], 'what'>]

/** A text in English, and what it says in codes with values, for screens in other languages. */
export type Said = { text: string; means: NonNullable<Term['label_means']> }

/** Without a code: a name, or a month. */
export const asItIs = (text: string): Said => ({ text, means: [] })

export const say = <C extends Code>(code: C, ...values: Given<C>): Said => sayOf(asItIs(''), code, ...values)

/** Says more about a text, around it. */
export function sayOf<C extends Code>(said: Said, code: C, ...[values]: Given<C>): Said {
  const words = EXPLAINED_WORDS[code] as string | ((values: Values) => string)
  const params = (values ?? {}) as Values
  return {
    text: typeof words === 'function' ? words({ ...params, what: said.text }) : words,
    means: [...said.means, { code, params }],
  }
}
