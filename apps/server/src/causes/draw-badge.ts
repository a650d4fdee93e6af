import { escaped } from './escaped.ts'

const HEIGHT = 28
const PADDING = 10
/** Of 12-px text, on average: `textLength` makes it exact. */
const LETTER_WIDTH = 6.8
const NAME_LENGTH_MAX = 40

/** What a cause was given, for other pages: a picture without scripts, links or fonts of its own. */
export function drawBadge({ name, given }: { name: string; given: number }): string {
  const letters = [...name]
  const title =
    letters.length > NAME_LENGTH_MAX
      ? `${letters
          .slice(0, NAME_LENGTH_MAX - 1)
          .join('')
          .trimEnd()}…`
      : name
  const amount = `${DOLLARS.format(wholeCents(given) / 100)} given`
  const [left, right] = [title, amount].map((text) => Math.ceil(text.length * LETTER_WIDTH) + 2 * PADDING) as [
    number,
    number,
  ]
  const words = (text: string, x: number, width: number, colour: string) =>
    `<text x="${x + PADDING}" y="18" fill="${colour}" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${escaped(`${title}: ${amount}`)}">`,
    `<title>${escaped(`${name}: ${amount}`)}</title>`,
    `<clipPath id="round"><rect width="${left + right}" height="${HEIGHT}" rx="6"/></clipPath>`,
    `<g clip-path="url(#round)"><rect width="${left}" height="${HEIGHT}" fill="#13402B"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="#206F48"/></g>`,
    `<g font-family="Inter, Verdana, 'DejaVu Sans', sans-serif" font-size="12">${words(title, 0, left, '#FFFFFF')}${words(amount, left, right, '#FFFFFF')}</g>`,
    '</svg>',
  ].join('')
}

/** Rounded down. Counted in the ledger's units: $33,246.20 times a hundred is a little less than it should be. */
const wholeCents = (dollars: number): number => Math.floor(Math.round(dollars * 100_000) / 1000)

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
