import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { migrate } from '../db/migrate.ts'
import { readSettings, type Settings } from '../env.ts'
import { recordAudit } from '../members/audit.ts'
import { EXPORTABLE, exportPage, type Exportable } from '../operator/export.ts'
import { Misuse } from '../start-error.ts'
import { withDatabase } from './open.ts'

export const EXPORT_HELP = `  export <table> --out <file>   Write a table as CSV: ${EXPORTABLE.join(', ')}.
          --from and --to are days (2026-01-31) in UTC, both included; --json tells the result as JSON.
          Example: npm run trefoil -- export journals --from 2026-01-01 --to 2026-01-31 --out january.csv
`

const DAY = /^\d{4}-\d{2}-\d{2}$/

export async function exportCommand(args: string[]): Promise<string> {
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
  const lines = await exportTo(readSettings(), { what, file: values.out, from: values.from, to: values.to })
  if (values.json) return JSON.stringify({ table: what, file: values.out, lines })
  return `${lines} lines of ${what} are in ${values.out}.`
}

type Order = { what: Exportable; file: string; from?: string | undefined; to?: string | undefined }

/** Page by page: a table of any size in the memory of one page. */
async function exportTo(settings: Settings, { what, file, from, to }: Order): Promise<number> {
  return withDatabase(settings, async ({ ownerUrl, db }) => {
    await migrate(ownerUrl)
    const out = await open(file, 'w', 0o600)
    let lines = 0
    let after: string | null = null
    try {
      do {
        const page = await exportPage(db, what, { after, from, to })
        await out.write(page.csv)
        lines += page.lines
        after = page.after
      } while (after !== null)
    } finally {
      await out.close()
    }
    const details = { from, to, lines }
    const line = { action: 'export.read', operator: null, subject: what, why: 'Exported on the command line' } as const
    await db.transaction().execute((tx) => recordAudit(tx, { ...line, address: null, agent: null, details }))
    return lines
  })
}
