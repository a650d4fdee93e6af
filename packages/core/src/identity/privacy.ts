/** The name that everybody reads in place of an erased member's. */
export const FORMER_MEMBER = 'Former member'

/** What has to be typed before an account is erased. */
export const ERASURE_WORD = 'ERASE'

/**
 * What the reader is to the person: the person, their sponsor, somebody above them in the tree, or somebody who knows
 * them otherwise, such as the other side of a transfer. Strangers read a name and never an address.
 */
export type Bond = 'self' | 'sponsor' | 'team' | 'contact' | 'stranger'

export type Person = {
  readonly name: string
  readonly email: string
  readonly hidesEmail: boolean
  readonly isFormer: boolean
}

/** What the reader may know of the person. `masks`: the operators mask whom a member did not refer. */
export function seenAs(
  bond: Bond,
  person: Person,
  { masks }: { masks: boolean },
): { name: string; email: string | null } {
  if (person.isFormer) return { name: FORMER_MEMBER, email: null }
  if (bond === 'self' || bond === 'sponsor') return { name: person.name, email: person.email }
  const isMasked = masks && bond === 'team'
  const name = isMasked ? maskedName(person.name) : person.name
  if (person.hidesEmail || bond === 'stranger') return { name, email: null }
  return { name, email: isMasked ? maskedEmail(person.email) : person.email }
}

const DOTS = '•••'

/** The first letter of each word, up to three: `A••• L•••`. The number of dots says nothing. */
export const maskedName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 3)
    .map((word) => `${firstOf(word)}${DOTS}`)
    .join(' ')

/** `a•••@example.org`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${firstOf(email)}${DOTS}${email.slice(at)}`
}

/** A whole character, also where it has two code units. */
const firstOf = (text: string): string => [...text][0] ?? ''
