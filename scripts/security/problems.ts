import { ASVS_ROWS } from './asvs.ts'
import { readRows, type Evidence, type Row } from './table.ts'

/** Reads a file below the root; undefined if there is none. */
type ReadFile = (path: string) => string | undefined

/** Server tests are named from this folder, all others from the root. */
const SERVER = 'apps/server/src/'
const DOCS = 'docs/'

/** What is wrong with the list: rows that are missing or there twice, and tests or documents that do not exist. */
export function problemsOf(markdown: string, readFile: ReadFile): string[] {
  const rows = readRows(markdown)
  const ids = rows.map(({ id }) => id)
  return [
    ...ASVS_ROWS.filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...ids.filter((id) => !ASVS_ROWS.includes(id)).map((id) => `${id} is no requirement of level 1 or 2`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`),
    ...rows.flatMap((row) => problemsOfRow(row, readFile)),
  ]
}

const problemsOfRow = ({ id, evidence }: Row, readFile: ReadFile): string[] =>
  evidence.flatMap((each) => {
    const problem = problemWith(each, readFile)
    return problem === undefined ? [] : [`${id}: ${problem}`]
  })

function problemWith(evidence: Evidence, readFile: ReadFile): string | undefined {
  if (evidence.kind === 'unclear') return `"${evidence.text}" is neither a test, nor a document, nor a reason`
  if (evidence.kind === 'document') return problemWithLink(evidence.target, readFile)
  return evidence.kind === 'test' ? problemWithTest(evidence, readFile) : undefined
}

function problemWithTest({ file, title }: { file: string; title: string }, readFile: ReadFile): string | undefined {
  if (!/\.(test|spec)\.tsx?$/.test(file)) return `${file} is no test`
  const source = readFile(SERVER + file) ?? readFile(file)
  if (source === undefined) return `there is no file ${file}`
  return hasTitle(source, title) ? undefined : `${file} has no test "${title}"`
}

/** As a whole string: a title that was changed is not found. */
const hasTitle = (source: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))

function problemWithLink(target: string, readFile: ReadFile): string | undefined {
  const [path = '', anchor] = target.split('#')
  const text = readFile(DOCS + (path === '' ? 'security.md' : path))
  if (text === undefined) return `there is no document ${path}`
  return anchor === undefined || anchorsOf(text).includes(anchor) ? undefined : `${path} has no part #${anchor}`
}

const anchorsOf = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
