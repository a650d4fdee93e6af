import type { explainFigure } from '@trefoil/contract/explain'
import type { QueryOf } from '@trefoil/contract/route'

/** Which months, level and so on a figure is about. */
export type FigureParts = Omit<QueryOf<typeof explainFigure>, 'cursor' | 'limit'>
