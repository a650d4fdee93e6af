/** Who may import what: a file may import from its own storey and from those before it. */
type House = {
  /** From the bottom up. Names with a dot are single files; every other file beside the rooms belongs to the last. */
  storeys: string[][]
  /** Rooms that never import one another. */
  separate: string[]
}

const houses: Record<string, House> = {
  server: {
    storeys: [
      ['env.ts', 'start-error.ts'],
      ['db', 'jobs', 'chain', 'mail', 'secrets', 'http'],
      ['ledger', 'members', 'network'],
      ['auth', 'donations', 'transfers', 'deposits', 'payouts', 'transactions', 'reports', 'settings', 'events'],
      ['operator', 'demo'],
      ['cli'],
    ],
    separate: [
      'auth',
      'donations',
      'transfers',
      'deposits',
      'payouts',
      'transactions',
      'reports',
      'settings',
      'events',
    ],
  },
  web: { storeys: [['ui', 'lib'], ['features/*', 'operator'], ['app']], separate: ['features/*', 'operator'] },
  contract: { storeys: [], separate: [] },
  core: { storeys: [], separate: [] },
}

/** Which houses a house may import from. End-to-end tests and scripts stand outside and see all of them. */
export const neighbours: Record<string, string[]> = {
  contract: [],
  core: [],
  server: ['contract', 'core'],
  web: ['contract', 'core'],
}

type Place = { house: string; room: string; file: string; isTest: boolean }

/** Only who is named here may import the package; `undefined` means that anybody may. */
export function keepersOf(name: string): { where: string; isKeeper: (place: Place) => boolean } | undefined {
  if (name === 'fastify' || name.startsWith('@fastify/')) {
    return {
      where: 'http/, routes.ts, app.ts and main.ts',
      isKeeper: ({ room, file }) => room === 'http' || isRoutes(file) || room === 'app.ts' || room === 'main.ts',
    }
  }
  if (name === 'viem' || name === '@trefoil/contracts')
    return { where: 'chain/', isKeeper: ({ room }) => room === 'chain' }
  return undefined
}

/** `room` is a folder below `src`, or the name of a file that lies in `src` itself. */
export function placeOf(path: string): Place | undefined {
  const found = /.*\/(?:apps|packages)\/([^/]+)\/src\/(.+)$/.exec(path)
  const [, house, file] = found ?? []
  if (!house || !file || !(house in houses)) return undefined
  const [first = '', second] = file.split('/')
  const isTest = /\.test\.tsx?$/.test(file) || first === 'testing'
  const room = house === 'web' && first === 'features' && second ? `features/${second}` : first
  return { house, room, file, isTest }
}

/** Files beside the rooms compose them. `undefined`: a room that nobody has given a place. */
export function storeyOf({ house, room }: Place): number | undefined {
  const { storeys } = houses[house] as House
  if (storeys.length === 0) return 0
  const found = storeys.findIndex((rooms) => rooms.includes(roomKind(room)))
  if (found !== -1) return found
  return room.includes('.') || room === 'testing' ? storeys.length - 1 : undefined
}

export const areSeparate = (a: Place, b: Place): boolean => {
  const { separate } = houses[a.house] as House
  return a.room !== b.room && separate.includes(roomKind(a.room)) && separate.includes(roomKind(b.room))
}

const roomKind = (room: string) => (room.startsWith('features/') ? 'features/*' : room)

export const isRoutes = (file: string): boolean => /(^|\/)routes\.tsx?$/.test(file)
