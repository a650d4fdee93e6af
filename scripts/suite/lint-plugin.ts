type Property = { key: { type: string; name?: string }; value: { type: string; value?: unknown } }
type Context = { report(problem: { node: unknown; message: string }): void }

const PATIENCE_MS = 60_000

/** A linter plugin for tests. */
export default {
  meta: { name: 'suite' },
  rules: {
    /** A busy machine takes several times as long as a quiet one, and patience costs nothing while a test is green. */
    patience: {
      create: (context: Context) => ({
        Property(node: Property) {
          const { key, value } = node
          if (key.type !== 'Identifier' || key.name !== 'timeout' || typeof value.value !== 'number') return
          if (value.value >= PATIENCE_MS) return
          const message = `Wait at least ${PATIENCE_MS / 1000} seconds: a busy machine is several times slower.`
          context.report({ node, message })
        },
      }),
    },
  },
}
