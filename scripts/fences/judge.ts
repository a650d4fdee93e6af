import { dirname, resolve } from 'node:path'
import { areSeparate, isRoutes, keepersOf, neighbours, placeOf, storeyOf } from './rooms.ts'

type Place = NonNullable<ReturnType<typeof placeOf>>

/** Why this file may not import that, in one sentence; `undefined` when it may. */
export function judge(request: { file: string; specifier: string; isTypeOnly: boolean }): string | undefined {
  const { file, specifier, isTypeOnly } = request
  const from = placeOf(file)
  if (!from) return undefined
  if (storeyOf(from) === undefined)
    return `The room ${from.house}/${from.room} has no place in scripts/fences/rooms.ts.`
  const path = pathOf(file, specifier)
  if (path === undefined) return judgePackage(from, specifier)
  const to = placeOf(path)
  if (!to) return isOutside(path) ? `${from.house} imports nothing from ${specifier}.` : undefined
  if (from.house !== to.house) return judgeNeighbour({ from, to, isTypeOnly })
  return judgeRoom({ from, to, isTypeOnly })
}

function judgeRoom({ from, to, isTypeOnly }: { from: Place; to: Place; isTypeOnly: boolean }): string | undefined {
  if (to.isTest) return from.isTest ? undefined : `${to.room} is for tests only.`
  if (from.room === 'testing') return undefined
  const [own, other] = [storeyOf(from), storeyOf(to)]
  if (own === undefined || other === undefined || other > own) return `${from.room} may not import ${to.room}.`
  if (areSeparate(from, to)) return `${from.room} and ${to.room} never import one another.`
  const isOverHttp = from.house === 'server' && to.room === 'http' && from.room !== 'http'
  const composes = isRoutes(from.file) || from.room.includes('.') || from.isTest
  if (isOverHttp && !composes && !isTypeOnly)
    return `Only routes and the composition use http; ${from.room} takes its types.`
  return undefined
}

function judgeNeighbour({ from, to, isTypeOnly }: { from: Place; to: Place; isTypeOnly: boolean }): string | undefined {
  if (!neighbours[from.house]?.includes(to.house)) return `${from.house} may not import ${to.house}.`
  if (from.house === 'web' && to.house === 'contract' && !isTypeOnly && !from.isTest) {
    return 'The web app imports the contract as types only: its schemas would weigh on every page.'
  }
  return undefined
}

function judgePackage(from: Place, specifier: string): string | undefined {
  if (from.isTest) return undefined
  if (from.house === 'core') return `core imports nothing outside itself, not even ${specifier}.`
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const keepers = from.house === 'server' ? keepersOf(name) : undefined
  return keepers && !keepers.isKeeper(from) ? `Only ${keepers.where} import ${name}.` : undefined
}

/** Where an import leads inside the repository; `undefined` for packages from elsewhere. */
function pathOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier)
  const [, name, rest] = /^@trefoil\/([^/]+)(?:\/(.*))?$/.exec(specifier) ?? []
  // Compiled contracts are used as a package from elsewhere would be: by those who keep it.
  if (!name || name === 'contracts') return undefined
  const root = file.slice(0, file.search(/\/(?:apps|packages)\/[^/]+\/src\/(?!.*\/(?:apps|packages)\/[^/]+\/src\/)/))
  const folder = name === 'contract' || name === 'core' ? 'packages' : 'apps'
  return name === 'e2e' ? `${root}/e2e/${rest}` : `${root}/${folder}/${name}/src/${rest}.ts`
}

const isOutside = (path: string) => /\/(?:e2e|scripts|bench)\//.test(path)
