import type { Finding } from '@trefoil/core/proofs/finding'
import type { FindingValues } from '@trefoil/core/proofs/finding-values'
import { laterMessages } from './later-messages.ts'

type Said<V> = V extends null ? string : (values: V) => string
type OfLine = 'line_missing' | 'line_other'
type Findings = { [Code in keyof Omit<FindingValues, OfLine>]: Said<FindingValues[Code]> }

/** What a check says in English, for other languages: see `FindingValues`. */
const findings = laterMessages('findings', {
  said: {
    not_asked: 'No node of the chain was asked.',
    malformed: 'Something that this check needs cannot be read.',
    other_installation: 'The proof is of another installation.',
    other_contract: 'The proof names another contract than the one that this browser knows.',
    other_chain: 'The contract is on another chain.',
    same_installation: 'The proof is of the installation and the contract that this browser knows.',
    set_back_before_epoch: ({ epoch, lost }: { epoch: number; lost: number }) =>
      `The database was set back to before epoch ${epoch}, which the contract knows. Entries of the old log that are gone: ${lost}.`,
    epoch_older: 'The epoch is older than one that was checked before.',
    epoch_unknown: 'The contract does not know this epoch.',
    epoch_newer_withheld: 'The contract knows a newer epoch, which was not served.',
    epoch_old: 'The newest epoch is more than two days old.',
    epoch_newest: 'The epoch is the newest that the contract knows.',
    stored_other: ({ different }: { different: string }) => `The contract stored something else: ${different}.`,
    stored_same: 'The contract stored the same roots, total and balances.',
    not_counted: 'The balance is not counted at all.',
    part_twice: 'One part of the balance is shown twice.',
    part_no_leaf: 'A part is not a leaf of this tree.',
    parts_once: 'Each part of the balance is shown once.',
    part_not_in_tree: 'A part of the balance is not in the tree that the contract knows.',
    parts_in_tree: 'Every part of the balance is in the tree that the contract knows.',
    sum_not_shown: ({ sum, shown }: { sum: string; shown: string }) => `${sum} is counted, but ${shown} is shown.`,
    sum_below_log: ({ sum, least }: { sum: string; least: string }) =>
      `${sum} is counted, but the log has at least ${least} at that moment.`,
    sum_below_posted: ({ sum, posted }: { sum: string; posted: string }) =>
      `${sum} is counted, but the log has ${posted} an hour before it was posted.`,
    sum_shown: ({ sum }: { sum: string }) => `${sum} is counted, as shown.`,
    odd_decimals: 'The token has odd decimals.',
    not_covered: ({ there, owed }: { there: string; owed: string }) => `${there} is there for ${owed} owed.`,
    covered: ({ there, owed }: { there: string; owed: string }) => `${there} is there for ${owed} owed.`,
    checkpoint_other_installation: 'The checkpoint is of another installation.',
    checkpoint_signed: "The checkpoint is signed with the log's key.",
    checkpoint_not_signed: "The checkpoint is not signed with the log's key.",
    log_begins: 'The log begins with the one that the contract knows.',
    log_set_back: ({ known, named }: { known: number; named: number }) =>
      `The database was set back. The contract knows ${known} entries of the log; the new one names ${named}.`,
    log_not_known: 'The log is not the one that the contract knows.',
    checkpoint_first: 'This is the first checkpoint that this browser sees.',
    kept_other_installation: 'The kept checkpoint is of another installation.',
    log_grew: 'The log only grew since this browser looked last.',
    log_changed: 'What this browser knew of the log was changed or removed.',
    log_not_continued: 'The log does not go on from the one that this browser knew.',
    log_restored: 'The database was restored. The new log begins with all that this browser knew of the old one.',
    log_set_back_other: ({ known, named }: { known: number; named: number }) =>
      `The database was set back. This browser knew ${known} entries of the old log; the new one names ${named}. It does not begin with what this browser knew.`,
    log_set_back_earlier: ({ known, named, earlier }: { known: number; named: number; earlier: number }) =>
      `The database was set back. This browser knew ${known} entries of the old log; the new one names ${named}. It begins with the ${earlier} that this browser knew earlier.`,
    log_set_back_other_earlier: ({ known, named }: { known: number; named: number }) =>
      `The database was set back. This browser knew ${known} entries of the old log; the new one names ${named}. It does not begin with what this browser knew earlier.`,
    line_missing: ({ line }: { line: string }) => `${line} is not in the log as it is shown.`,
    line_other: ({ line, column }: { line: string; column: string }) =>
      `${line} is shown with another ${column} than it has in the log.`,
    lines_there: 'The newest lines are in the log as they are shown.',
    epochs_withheld: ({ epoch }: { epoch: number }) => `Epoch ${epoch} was checked before, and no epoch is shown now.`,
    log_withheld: 'The log is not shown any more.',
    proof_withheld: ({ epoch }: { epoch: number }) => `No proof is given for epoch ${epoch}.`,
    answer_malformed: 'The server sent an answer that cannot be read.',
  },
  /** What was computed, as core calls it. */
  saw: {
    'known installation': 'known installation',
    'installation of the proof': 'installation of the proof',
    'known contract': 'known contract',
    'contract of the proof': 'contract of the proof',
    'contract that answered': 'contract that answered',
    'epoch of the proof': 'epoch of the proof',
    'newest epoch checked before': 'newest epoch checked before',
    'newest epoch in the contract': 'newest epoch in the contract',
    'seconds since it was posted': 'seconds since it was posted',
    root: 'root',
    total: 'total',
    size: 'size',
    'size of the log': 'size of the log',
    'root of the log': 'root of the log',
    'number of the log': 'number of the log',
    'size of the log before': 'size of the log before',
    "vault's balance": "vault's balance",
    "treasury's balance": "treasury's balance",
    served: 'served',
    'in the contract': 'in the contract',
    'size in the contract': 'size in the contract',
    'root in the contract': 'root in the contract',
    'total in the contract': 'total in the contract',
    checkpoint: 'checkpoint',
    'kept checkpoint': 'kept checkpoint',
    'earlier checkpoint': 'earlier checkpoint',
    lines: 'lines',
    parts: 'parts',
    leaves: 'leaves',
    depth: 'depth',
    'balance shown': 'balance shown',
    'balance counted': 'balance counted',
    'balance in the log, at least': 'balance in the log, at least',
    'an hour before it was posted, at least': 'an hour before it was posted, at least',
    owed: 'owed',
    there: 'there',
    none: 'none',
    // Columns of a line, and what has lines.
    reference: 'reference',
    account: 'account',
    sequence: 'sequence',
    amount: 'amount',
    journal: 'journal',
    audit: 'audit',
    programme: 'programme',
    facts: 'facts',
  },
  inPlace: (what: string, where: string) => `${what}, ${where}`,
  rootFromLeaf: (leaf: string) => `root from leaf ${leaf}`,
  totalFromLeaf: (leaf: string) => `total from leaf ${leaf}`,
  rootFromLine: (line: string) => `root from ${line}`,
  ofLine: (column: string, line: string) => `${column} of ${line}`,
  line: (kind: string, id: string, position: string) => `${kind} ${id}, entry ${position}`,
  lineNamed: (kind: string, id: string, position: string, reference: string) =>
    `${kind} ${id}, entry ${position} (${reference})`,
  loggedAndShown: (logged: string, shown: string) => `${logged} in the log, ${shown} shown`,
} satisfies { said: Findings & Record<OfLine, unknown>; saw: Record<string, string>; [other: string]: unknown })

type Values = Record<string, string | number>

const said = findings.said as unknown as Record<string, string | ((values: Values) => string)>
const words: Record<string, string> = findings.saw
const word = (known: string): string => (Object.hasOwn(words, known) ? words[known] : undefined) ?? known

/** In the language of the page. Evidence of an older page has no code, and says it in English. */
export function findingIn(finding: Finding): string {
  const { code, because } = finding
  const sentence = Object.hasOwn(said, code ?? '') ? said[code] : undefined
  if (typeof sentence !== 'function') return sentence ?? because
  const { kind, id, position, reference, different, column, ...others } = (
    'params' in finding ? finding.params : {}
  ) as Values
  return sentence({
    ...others,
    ...(kind !== undefined && { line: lineWords(String(kind), String(id), String(position), String(reference)) }),
    ...(column !== undefined && { column: word(String(column)) }),
    ...(different !== undefined && { different: String(different).split(', ').map(word).join(', ') }),
  })
}

const lineWords = (kind: string, id: string, position: string, reference = ''): string =>
  reference === '' ? findings.line(word(kind), id, position) : findings.lineNamed(word(kind), id, position, reference)

const LINE = String.raw`(\w+) (\d+), entry (\d+)(?: \((.*)\))?`
const lineIn = (found: readonly (string | undefined)[]): string => {
  const [kind = '', id = '', position = '', reference] = found
  return lineWords(kind, id, position, reference)
}

/** What was computed. */
export function sawIn(what: string): string {
  if (Object.hasOwn(words, what)) return word(what)
  const [, leafValue, leaf] = /^(root|total) from leaf (\d+)$/.exec(what) ?? []
  if (leaf !== undefined) return leafValue === 'root' ? findings.rootFromLeaf(leaf) : findings.totalFromLeaf(leaf)
  const [root, ...line] = new RegExp(`^root from ${LINE}$`).exec(what) ?? []
  if (root !== undefined) return findings.rootFromLine(lineIn(line))
  const [of, column = '', ...itsLine] = new RegExp(`^(\\w+) of ${LINE}$`).exec(what) ?? []
  if (of !== undefined) return findings.ofLine(word(column), lineIn(itsLine))
  const [, name, place] = /^(.+), (.+)$/.exec(what) ?? []
  return name !== undefined && place !== undefined ? findings.inPlace(word(name), word(place)) : what
}

/** And what it came to: mostly a number or a hash. */
export function valueIn(value: string): string {
  const [, logged, shown] = /^(.*) in the log, (.*) shown$/.exec(value) ?? []
  if (logged !== undefined && shown !== undefined) return findings.loggedAndShown(logged, shown)
  return value === 'none' ? word(value) : value
}
