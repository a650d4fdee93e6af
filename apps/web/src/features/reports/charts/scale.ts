/** Round figures from 0 to at least `max`, for the lines behind a chart. */
export function ticksUpTo(max: number, { most = 5, whole = false } = {}): number[] {
  if (!(max > 0)) return [0]
  const rough = max / (most - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough
  const step = whole ? Math.max(1, Math.ceil(nice)) : nice
  const count = Math.ceil(max / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })

/** "1.2K": short, for the edge of a chart. The figures themselves are in the table below it. */
export const showShort = (figure: number): string => SHORT.format(figure)
