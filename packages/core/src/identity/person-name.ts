import type { RefusalDetail } from '../refusal-detail.ts'
import { Refusal } from '../refusal.ts'

const LENGTH_MAX = 100
/** More marks than any script stacks on one letter: they would run over the lines above and below. */
const MARKS_MAX = 5

/**
 * A name as it is stored and shown: composed, one space between words, and nothing in it that cannot be seen. Refused if
 * it reads like the product's own.
 */
export function readPersonName(typed: string): string {
  const name = typed
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
  if (name === '') throw invalidName('Enter a name.')
  if ([...name].length > LENGTH_MAX)
    throw invalidName(`A name has at most ${LENGTH_MAX} characters.`, {
      name: 'name_too_long',
      values: { count: LENGTH_MAX },
    })
  if (HIDDEN.test(name.replace(JOINERS, '')))
    throw invalidName('A name cannot have invisible characters.', { name: 'name_hidden' })
  if (!/[\p{L}\p{N}]/u.test(name)) throw invalidName('A name needs at least one letter.', { name: 'name_no_letter' })
  if (new RegExp(String.raw`\p{M}{${MARKS_MAX + 1},}`, 'u').test(name))
    throw invalidName('This name has too many marks on one letter.', { name: 'name_marks' })
  if (readsLikeOurs(name))
    throw invalidName('This name could be mistaken for ours. Choose another one.', { name: 'name_like_ours' })
  return name
}

const invalidName = (sentence: string, detail?: RefusalDetail) => new Refusal('invalid_name', sentence, detail)

/** Control, direction and other format characters, fillers that are letters by category, private use, half pairs. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Persian and the scripts of South Asia spell with these two between letters. Elsewhere they are invisible. */
const JOINING =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}]'
const JOINERS = new RegExp(`(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`, 'gu')

/** What the product's name looks like, letter by letter: Latin, Cyrillic, Greek and Cherokee letters, digits, signs. */
const ALIKE = ['t7+†тτŧƭᴛꭲ', 'rгɼɽɾᴦʀꭱ', 'e3€еєεɛҽℯəᴇꭼ', 'fƒғϝꞙſ', 'o0оοσօᴏøөѳ', 'i1!|ıɪіιɩӏꭵ', 'l1|iıіӏⅼʟꮮ']
const PRODUCT = new RegExp(ALIKE.map((letters) => `[${letters}]`).join(''), 'u')
const UNSEEN = new RegExp(String.raw`[^\p{L}\p{N}${ALIKE.join('')}]`, 'gu')

/** At a glance nobody sees case, accents, width, spaces or punctuation. */
const readsLikeOurs = (name: string): boolean =>
  PRODUCT.test(name.normalize('NFKD').toLowerCase().normalize('NFKD').replace(UNSEEN, ''))
