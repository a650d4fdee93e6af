/** A file may import from its own layer and from lower ones. */
type Package = {
  /**
   * Lowest first. Names with a dot are single files. Every other file beside the modules belongs to the highest layer.
   */
  layers: string[][]
  /** Modules that never import one another. */
  separate: string[]
}

const SERVER_FEATURES = [
  'auth',
  'donations',
  'causes',
  'facts',
  'transfers',
  'deposits',
  'payouts',
  'transactions',
  'reports',
  'inbox',
  'support',
  'consent',
  'settings',
  'webhooks',
  'events',
]

const packages: Record<string, Package> = {
  server: {
    layers: [
      [
        'env.ts',
        'connections.ts',
        'file-mode.ts',
        'languages',
        'limit-settings.ts',
        'role.ts',
        'screening-settings.ts',
        'start-error.ts',
        'thread.ts',
      ],
      ['db', 'chain', 'mail', 'secrets', 'http'],
      ['ledger', 'members', 'network', 'reserves', 'screening'],
      SERVER_FEATURES,
      ['operator', 'demo', 'own-data', 'documents', 'explain', 'proofs'],
      ['cli'],
    ],
    separate: SERVER_FEATURES,
  },
  web: { layers: [['ui', 'lib'], ['features/*', 'operator'], ['app']], separate: ['features/*', 'operator'] },
  contract: { layers: [], separate: [] },
  core: { layers: [], separate: [] },
}

/** Which packages a package may import. End-to-end tests and scripts may import all of them. */
export const importablePackages: Record<string, string[]> = {
  contract: [],
  core: [],
  server: ['contract', 'core'],
  web: ['contract', 'core'],
}

type Place = { packageName: string; module: string; file: string; isTest: boolean }

/** Who may import this external package; `undefined`: anybody. */
export function keepersOf(name: string): { where: string; isKeeper: (place: Place) => boolean } | undefined {
  if (name === 'fastify' || name.startsWith('@fastify/')) {
    return {
      where: 'http/, routes.ts, app.ts and main.ts',
      isKeeper: ({ module, file }) =>
        module === 'http' || isRoutes(file) || module === 'app.ts' || module === 'main.ts',
    }
  }
  if (name === 'ox' || name === '@trefoil/contracts')
    return { where: 'chain/', isKeeper: ({ module }) => module === 'chain' }
  return undefined
}

/** `module` is a folder below `src`, or the name of a file directly in `src`. */
export function placeOf(path: string): Place | undefined {
  const found = /.*\/(?:apps|packages)\/([^/]+)\/src\/(.+)$/.exec(path)
  const [, packageName, file] = found ?? []
  if (!packageName || !file || !(packageName in packages)) return undefined
  const [first = '', second] = file.split('/')
  const isTest = /\.test\.tsx?$/.test(file) || first === 'testing'
  const module = packageName === 'web' && first === 'features' && second ? `features/${second}` : first
  return { packageName, module, file, isTest }
}

/** Files beside the modules compose them. `undefined`: a module that is in no layer. */
export function layerOf({ packageName, module }: Place): number | undefined {
  const { layers } = packages[packageName] as Package
  if (layers.length === 0) return 0
  const found = layers.findIndex((modules) => modules.includes(moduleKind(module)))
  if (found !== -1) return found
  return module.includes('.') || module === 'testing' ? layers.length - 1 : undefined
}

export const areSeparate = (a: Place, b: Place): boolean => {
  const { separate } = packages[a.packageName] as Package
  return a.module !== b.module && separate.includes(moduleKind(a.module)) && separate.includes(moduleKind(b.module))
}

const moduleKind = (module: string) => (module.startsWith('features/') ? 'features/*' : module)

export const isRoutes = (file: string): boolean => /(^|\/)routes\.tsx?$/.test(file)
