import type { explainFigure, ExplainedLine, Term } from '@trefoil/contract/explain'
import type { DataOf } from '../lib/endpoint.ts'
import { showMonth } from '../lib/formats.ts'
import { textsFrom } from '../lib/language.ts'

/** In English, the server's own words are shown. */
const translations = await textsFrom(readTranslations)

async function readTranslations() {
  const [explanations, activities] = await Promise.all([
    import('../lib/later/explanation-copy.ts'),
    import('../lib/activity-copy.ts'),
  ])
  return { ...explanations, ...activities }
}

type Figure = Pick<DataOf<typeof explainFigure>, 'figure' | 'title' | 'is' | 'formula'>

export const figureWords = (said: Figure): Pick<Figure, 'title' | 'is' | 'formula'> =>
  translations?.figures[said.figure] ?? said

/** A month, a name, or words. */
export const labelOf = ({ label, label_means: means }: Term): string =>
  showMonth(label) || (translations?.meaningIn(means) ?? label)

export const noteOf = ({ note, note_means: means }: Term): string | null => translations?.meaningIn(means) ?? note

export function descriptionOf({ description, code, params = {}, reversed }: ExplainedLine): string {
  if (!translations || code === undefined) return description
  // An unnamed person is shown as a member.
  const values = { ...params, ...(params['other'] === '' && { other: translations.aMember }) }
  return translations.lineIn(code, values) ?? translations.activityIn(code, params, reversed === true) ?? description
}

type Share = NonNullable<ExplainedLine['share']>

export const donorOf = ({ donor }: Share, { params }: ExplainedLine): string =>
  translations && params?.['other'] === '' ? translations.aMember : donor

export const whyLess = ({ why, why_code: code = '' }: Share): string | null => translations?.explanationIn(code) ?? why
