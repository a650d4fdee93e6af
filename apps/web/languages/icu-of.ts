/** What is used of a syntax tree. */
export type Node = {
  type: string
  name?: unknown
  value?: unknown
  expression?: Node
  properties?: { key: Node; value: Node }[]
  elements?: Node[]
  params?: Node[]
  body?: Node
  arguments?: Node[]
  callee?: Node
  object?: Node
  property?: Node
  operator?: string
  left?: Node
  right?: Node
  quasis?: { value: { cooked: string } }[]
  expressions?: Node[]
  typeAnnotation?: Node
  members?: Node[]
  key?: Node
}

export type Parameter = { name: string; isNumber: boolean }

type Scope = {
  id: string
  parameters: readonly Parameter[]
  /** Within a plural, what it counts. */
  counted?: string
}

/**
 * The message of a text in ICU's syntax. A text is a string or a template; in its gaps are parameters as they are, in
 * lower case, or counted by `showCount` or `plural`. Anything else is logic, which cannot be translated.
 */
export function icuOf(node: Node, scope: Scope): string {
  const { type, value, quasis = [], expressions = [], operator, left, right } = node
  if (type === 'Literal' && typeof value === 'string') return escaped(value, scope)
  if (type === 'TemplateLiteral')
    return quasis
      .flatMap((text, index) => [
        escaped(text.value.cooked, scope),
        ...expressions.slice(index, index + 1).map((gap) => valueOf(gap, scope)),
      ])
      .join('')
  if (type === 'BinaryExpression' && operator === '+' && left && right) return icuOf(left, scope) + icuOf(right, scope)
  return valueOf(node, scope)
}

function valueOf(node: Node, scope: Scope): string {
  const { type, callee, object, property } = node
  if (type === 'Identifier') {
    const { name } = parameterOf(node, scope)
    return name === scope.counted ? '#' : `{${name}}`
  }
  const [first, forms] = node.arguments ?? []
  if (type !== 'CallExpression') throw logic(scope)
  // What else is written in lower case, each language decides for itself.
  if (callee?.property?.name === 'toLowerCase' && callee.object) return valueOf(callee.object, scope)
  if (!first || object || property) throw logic(scope)
  if (callee?.name === 'showCount') {
    const { name } = parameterOf(first, scope)
    return name === scope.counted ? '#' : `{${name}, number}`
  }
  if (callee?.name !== 'plural' || !forms?.properties) throw logic(scope)
  const { name } = parameterOf(first, scope)
  const cases = forms.properties.map((form) => {
    return `${String(form.key.name)} {${icuOf(form.value, { ...scope, counted: name })}}`
  })
  return `{${name}, plural, ${cases.join(' ')}}`
}

function parameterOf({ name }: Node, { id, parameters }: Scope): Parameter {
  const found = parameters.find((each) => each.name === name)
  if (!found) throw new Error(`${id}: ${String(name)} is not one of its parameters.`)
  return found
}

const logic = ({ id }: Scope): Error => new Error(`${id} is more than a text with gaps, and cannot be translated.`)

/** Braces, and the sign of the number within a plural, would be read as syntax. */
const escaped = (text: string, { counted }: Scope): string =>
  text.replaceAll(counted === undefined ? /[{}]/g : /[{}#]/g, "'$&'")
