import { mkdir, writeFile } from 'node:fs/promises'

export type Figure = { what: string } & Record<string, unknown>

export type Output = {
  /** Progress messages. */
  say: (line: string) => void
  /** Printed at once as a line of JSON, and kept, so that a later failure loses nothing. */
  figure: (figure: Figure) => void
}

export type Result = { table: string; ratios: Record<string, number> }

export type Part = (out: Output, sizes: number[]) => Promise<Result>

type Run = {
  parts: Record<string, Part>
  sizes: number[]
  machine: string
  folder: URL
  print: (line: string) => void
}

type Kept = { figures: Figure[]; ratios?: Record<string, number> }

/** Runs the parts one after the other until one fails. Throws its error after everything else is written. */
export async function runParts({ parts, sizes, machine, folder, print }: Run): Promise<void> {
  const kept: Record<string, Kept> = {}
  let failed: { benchmark: string; error: string } | undefined
  try {
    for (const [benchmark, part] of Object.entries(parts)) {
      const own: Kept = (kept[benchmark] = { figures: [] })
      const figure = (one: Figure) => {
        own.figures.push(one)
        print(JSON.stringify({ benchmark, ...one }))
      }
      const { table, ratios } = await part({ say: print, figure }, sizes).catch((error: unknown) => {
        failed = { benchmark, error: String(error) }
        throw error
      })
      own.ratios = ratios
      print(`\n${table}\n`)
      for (const [what, ratio] of Object.entries(ratios)) {
        const [subject = '', peer = ''] = what.split(' × ')
        print(`${subject} ${ratio.toFixed(2)} × ${peer}`)
      }
    }
  } finally {
    const at = new Date().toISOString()
    const file = new URL(`${at.replaceAll(':', '-')}.json`, folder)
    await mkdir(folder, { recursive: true })
    await writeFile(file, JSON.stringify({ machine, at, ...(failed && { failed }), ...kept }, null, 2))
    print(`\nWritten to ${file.pathname}`)
  }
}
