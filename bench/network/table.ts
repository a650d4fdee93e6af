import type { Figure, TableSize } from './measure.ts'

type Results = { members: number[]; figures: Figure[]; sizes: TableSize[][] }

const ms = (figure: number) => figure.toFixed(2)

/** One line per query: p50 and p95 at each size, and how much the median grew from the smallest to the largest. */
export function tableOf({ members, figures, sizes }: Results): string {
  const heads = ['p50 / p95, ms', ...members.map((count) => count.toLocaleString('en')), 'growth', 'goal, p95']
  const lines = figures.map(({ what, goalMs, timings, shorterAnswers }) => [
    what,
    ...timings.map(({ p50, p95 }) => `${ms(p50)} / ${ms(p95)}`),
    shorterAnswers ? '' : `× ${((timings.at(-1)?.p50 ?? Number.NaN) / (timings[0]?.p50 ?? Number.NaN)).toFixed(1)}`,
    goalMs === undefined ? '' : `≤ ${goalMs}`,
  ])
  const tables = sizes[0]?.map(({ table }, at) => [
    `bytes per member, ${table}`,
    ...sizes.map((size) => String(size[at]?.bytesPerMember)),
    '',
    '',
  ])
  const rows = [heads, heads.map(() => '---'), ...lines, ...(tables ?? [])]
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
}
