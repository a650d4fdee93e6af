import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { icuOf, type Node, type Parameter } from './icu-of.ts'

/** Where texts are. Pages take values one by one, which is short, or by name in one object; the server only by name. */
type Source = { code: URL; onlyByName: boolean }

export const SOURCES = {
  web: { code: new URL('../src/', import.meta.url), onlyByName: false },
  server: { code: new URL('../../server/src/', import.meta.url), onlyByName: true },
} as const satisfies Record<string, Source>

export type SourceName = keyof typeof SOURCES

/** The console speaks English. */
const NOT_TRANSLATED = /^operator\/|\.test\.tsx?$/

export type SourceMessage = {
  /** The group and the way to the text in it: `deposit.testFunds`. */
  id: string
  /** English, in ICU's syntax. */
  message: string
  parameters: readonly Parameter[]
  /** Its values come in one object. */
  byName: boolean
  part: MessagePart
}

/** What every page has from the start, or what comes with the few screens that show it. */
export type MessagePart = 'first' | 'later'

/** Everything to translate by group, in the order of declaration: that of the compiled messages. */
export type SourceMessages = ReadonlyMap<string, readonly SourceMessage[]>

/** Reads the calls of `messages` in the code. */
export async function readMessages(of: SourceName = 'web'): Promise<SourceMessages> {
  const { code: folder, onlyByName } = SOURCES[of]
  const groups = new Map<string, SourceMessage[]>()
  const files: string[] = []
  for await (const file of glob('**/*.{ts,tsx}', { cwd: fileURLToPath(folder) })) files.push(file)
  for (const file of files.filter((each) => !NOT_TRANSLATED.test(each)).toSorted()) {
    const code = await readFile(new URL(file, folder), 'utf8')
    if (!/\b(messages|laterMessages)\(/.test(code)) continue
    for (const [group, found] of messagesIn(file, code, onlyByName)) {
      if (groups.has(group)) throw new Error(`${file}: there is another group of messages called ${group}.`)
      groups.set(group, found)
    }
  }
  return groups
}

export function messagesIn(file: string, code: string, onlyByName = false): Map<string, SourceMessage[]> {
  const groups = new Map<string, SourceMessage[]>()
  for (const call of callsIn(parseSync(file, code).program)) {
    const [name, texts] = call.arguments ?? []
    if (typeof name?.value !== 'string' || !texts) continue
    const part = call.callee?.name === LATER ? 'later' : 'first'
    groups.set(
      name.value,
      leavesOf(texts, { id: name.value, onlyByName }).map((leaf) => ({ ...leaf, part })),
    )
  }
  return groups
}

const LATER = 'laterMessages'

function callsIn(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(callsIn)
  const { type, callee } = node as Node
  const found =
    type === 'CallExpression' && (callee?.name === 'messages' || callee?.name === LATER) ? [node as Node] : []
  return [...found, ...Object.values(node).flatMap(callsIn)]
}

type Place = { id: string; onlyByName: boolean }
type Leaf = Omit<SourceMessage, 'part'>

function leavesOf(node: Node, { id, onlyByName }: Place): Leaf[] {
  const below = (key: string | number): Place => ({ id: `${id}.${key}`, onlyByName })
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return leavesOf(partOf(node.expression, id), { id, onlyByName })
    case 'ObjectExpression':
      return (node.properties ?? []).flatMap(({ key, value }) => leavesOf(partOf(value, id), below(keyOf(key, id))))
    case 'ArrayExpression':
      return (node.elements ?? []).flatMap((element, index) => leavesOf(element, below(index)))
    case 'ArrowFunctionExpression': {
      const byName = onlyByName || node.params?.[0]?.type === 'ObjectPattern'
      const parameters = byName ? namedParametersOf(node, id) : (node.params ?? []).map((each) => parameterOf(each, id))
      return [{ id, message: icuOf(partOf(node.body, id), { id, parameters }), parameters, byName }]
    }
    default:
      return [{ id, message: icuOf(node, { id, parameters: [] }), parameters: [], byName: false }]
  }
}

/** An object lists keys that are whole numbers first, so the order of declaration would be lost. */
function keyOf(key: Node | undefined, id: string): string {
  const name = key?.name ?? key?.value
  if (typeof name !== 'string' || /^\d+$/.test(name)) throw new Error(`${id}: a key must be a name.`)
  return name
}

const parameterOf = ({ name, typeAnnotation }: Node, id: string): Parameter =>
  typedParameter(name, typeAnnotation?.typeAnnotation?.type, id)

/** Of `({ name, count }: { name: string; count: number }) => …`. */
function namedParametersOf({ params = [] }: Node, id: string): Parameter[] {
  const [object, ...others] = params
  const members = object?.typeAnnotation?.typeAnnotation?.members
  if (object?.type !== 'ObjectPattern' || !members || others.length > 0)
    throw new Error(`${id}: values must be named in one object, with their types.`)
  return members.map(({ key, typeAnnotation }) => typedParameter(key?.name, typeAnnotation?.typeAnnotation?.type, id))
}

function typedParameter(name: unknown, type: string | undefined, id: string): Parameter {
  if (typeof name !== 'string' || (type !== 'TSStringKeyword' && type !== 'TSNumberKeyword'))
    throw new Error(`${id}: a value must be a parameter of its own, a string or a number.`)
  return { name, isNumber: type === 'TSNumberKeyword' }
}

function partOf(node: Node | undefined, id: string): Node {
  if (!node) throw new Error(`${id} cannot be read.`)
  return node
}
