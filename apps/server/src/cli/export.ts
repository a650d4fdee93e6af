import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Tx } from '../db/database.ts'
import { readSettings, type Settings, type Variables } from '../env.ts'
import type { AuditEntry } from '../members/audit.ts'
import { EXPORTABLE, exportPage, type Exportable } from '../operator/export.ts'
import { Misuse } from '../start-error.ts'
import { withDatabase } from './open.ts'
import { COMMAND_LINE } from './staff.ts'

export const EXPORT_HELP = `  export <table> --out <file>   Write a table as CSV: ${EXPORTABLE.join(', ')}.
          --from and --to are days (2026-01-31) in UTC, both included; --json prints JSON.
          Example: npm run trefoil -- export journals --from 2026-01-01 --to 2026-01-31 --out january.csv
`

const DAY = /^\d{4}-\d{2}-\d{2}$/

export async function exportCommand(args: string[], variables?: Variables): Promise<string> {
  const options = {
    json: { type: 'boolean' },
    out: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const what = EXPORTABLE.find((one) => one === positionals[0])
  if (!what) throw new Misuse(`Say which table: ${EXPORTABLE.join(', ')}.`)
  if (values.out === undefined) throw new Misuse('Say where to: --out <file>.')
  for (const day of [values.from, values.to])
    if (day !== undefined && !DAY.test(day)) throw new Misuse(`"${day}" is not a day such as 2026-01-31.`)
  const lines = await exportTo(readSettings(variables), { what, file: values.out, from: values.from, to: values.to })
  if (values.json) return JSON.stringify({ table: what, file: values.out, lines })
  return `${lines} lines of ${what} are in ${values.out}.`
}

type Order = { what: Exportable; file: string; from?: string | undefined; to?: string | undefined }

/** Page by page, so that memory does not grow with the table. */
async function exportTo(settings: Settings, { what, file, from, to }: Order): Promise<number> {
  return withDatabase(settings, async ({ bringUpToDate, act }) => {
    await bringUpToDate()
    const out = await open(file, 'w', 0o600)
    const work = async (tx: Tx) => {
      let lines = 0
      let after: string | null = null
      do {
        const page = await exportPage(tx, what, { after, from, to })
        await out.write(page.csv)
        lines += page.lines
        after = page.after
      } while (after !== null)
      return lines
    }
    const entry: AuditEntry = {
      ...COMMAND_LINE,
      action: 'export.read',
      subject: what,
      why: 'Exported on the command line',
    }
    try {
      return await act(entry, work, (lines) => ({ details: { from, to, lines } }))
    } finally {
      await out.close()
    }
  })
}
