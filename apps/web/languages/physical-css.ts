import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const SOURCE = new URL('../src/', import.meta.url)
/** The console speaks English. */
const ENGLISH = /^operator\/|^app\/operator-/

/** Declarations that say left or right, where a line may run from right to left. */
const PHYSICAL = [
  /\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /\bborder-(?:top|bottom)-(?:left|right)-radius\b/,
  /^\s*(?:left|right)\s*:/,
  /\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
]

/** Of a shorthand with four values, the second is right and the fourth left. */
const FOUR_SIDES = /^\s*(?:margin|padding|inset|border-width)\s*:\s*([^;]+);/

/** Above a line that is meant for all directions, with the reason. */
const MEANT = /^\s*\/\* (?:Left|Right) in every language\b/

/** The lines of a style sheet that would not follow the direction of the language. */
export const physicalLines = (css: string): string[] =>
  css.split('\n').filter((line, at, lines) => isPhysical(line) && !MEANT.test(lines[at - 1] ?? ''))

const isPhysical = (line: string): boolean => PHYSICAL.some((pattern) => pattern.test(line)) || differsBySide(line)

function differsBySide(line: string): boolean {
  const [, values = ''] = FOUR_SIDES.exec(line) ?? []
  const sides = splitValues(values)
  return sides.length === 4 && sides[1] !== sides[3]
}

/** At spaces that are not within parentheses. */
const splitValues = (values: string): string[] => values.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

/** Of all style sheets of translated screens, with their file. */
export async function readPhysicalLines(): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('**/*.css', { cwd: fileURLToPath(SOURCE) })) {
    if (ENGLISH.test(file)) continue
    const css = await readFile(new URL(file, SOURCE), 'utf8')
    found.push(...physicalLines(css).map((line) => `${file}: ${line.trim()}`))
  }
  return found
}
