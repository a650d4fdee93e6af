import { judge } from './judge.ts'

type Specifier = { importKind?: string; exportKind?: string }
type Import = {
  source: { type: string; value?: unknown } | null
  importKind?: string
  exportKind?: string
  specifiers?: Specifier[]
}
type Context = { filename: string; report(problem: { node: unknown; message: string }): void }

/** A linter plugin that enforces `modules.ts`. */
export default {
  meta: { name: 'boundaries' },
  rules: {
    imports: {
      create(context: Context) {
        const check = (node: Import) => {
          const specifier = node.source?.value
          if (typeof specifier !== 'string') return
          const message = judge({
            file: context.filename.replaceAll('\\', '/'),
            specifier,
            isTypeOnly: isTypeOnly(node),
          })
          if (message) context.report({ node, message })
        }
        return {
          ImportDeclaration: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          ImportExpression: check,
          TSImportType: (node: Import) => check({ ...node, importKind: 'type' }),
        }
      },
    },
  },
}

function isTypeOnly({ importKind, exportKind, specifiers = [] }: Import): boolean {
  if (importKind === 'type' || exportKind === 'type') return true
  return (
    specifiers.length > 0 &&
    specifiers.every((specifier) => specifier.importKind === 'type' || specifier.exportKind === 'type')
  )
}
