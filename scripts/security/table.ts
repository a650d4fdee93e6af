/** What the last column of a row says: a test, a part of a document, or why the row does not apply. */
export type Evidence =
  | { kind: 'test'; file: string; title: string }
  | { kind: 'document'; target: string }
  | { kind: 'reason'; text: string }
  | { kind: 'unclear'; text: string }

export type Row = { id: string; evidence: Evidence[] }

/** The rows of every table whose first column is a requirement's number. */
export const readRows = (markdown: string): Row[] =>
  markdown.split('\n').flatMap((line) => {
    const [, id, rest] = /^\| *(V\d+\.\d+\.\d+) *\|[^|]*\|(.*)\|$/.exec(line) ?? []
    return id === undefined || rest === undefined ? [] : [{ id, evidence: rest.split('<br>').map(readEvidence) }]
  })

function readEvidence(cell: string): Evidence {
  const text = cell.trim()
  const [, file, title] = /^`([^`]+)` › (.+)$/.exec(text) ?? []
  if (file !== undefined && title !== undefined) return { kind: 'test', file, title }
  const [, target] = /^\[[^\]]+\]\(([^)]+)\)$/.exec(text) ?? []
  if (target !== undefined) return { kind: 'document', target }
  const [, reason] = /^Does not apply: (.{10,})$/.exec(text) ?? []
  return reason === undefined ? { kind: 'unclear', text } : { kind: 'reason', text: reason }
}
