import type { Measured } from './run.ts'

const ms = (figure: number) => figure.toFixed(2)

/** One line per question: p50 and p95 at each size, and how much the p95 grew from the smallest to the largest. */
export function printTable(measured: Measured[]): void {
  const smallest = measured[0]
  const largest = measured.at(-1)
  if (!smallest || !largest) return
  const heads = ['p50 / p95, ms', ...measured.map(({ members }) => members.toLocaleString('en')), 'growth', 'goal']
  const lines = largest.figures.map(({ what, p50, goalMs }) => {
    const across = measured.map(({ figures }) => figures.find((figure) => figure.what === what))
    const first = across[0]
    return [
      what,
      ...across.map((figure) => (figure ? `${ms(figure.p50)} / ${ms(figure.p95)}` : '')),
      first ? `× ${(p50 / first.p50).toFixed(1)}` : '',
      goalMs === undefined ? '' : `≤ ${goalMs}`,
    ]
  })
  const sizes = largest.size.map(({ table }) => {
    const across = measured.map(({ size }) => size.find((one) => one.table === table)?.bytesPerMember ?? 0)
    return [`bytes per member, ${table}`, ...across.map(String), '', '']
  })
  const rows = [heads, heads.map(() => '---'), ...lines, ...sizes]
  console.log(rows.map((row) => `| ${row.join(' | ')} |`).join('\n'))
}
