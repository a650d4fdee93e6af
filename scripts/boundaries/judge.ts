import { dirname, resolve } from 'node:path'
import { areSeparate, isRoutes, keepersOf, importablePackages, placeOf, layerOf } from './modules.ts'

type Place = NonNullable<ReturnType<typeof placeOf>>

/** Why this file may not import that one, in one sentence; `undefined` if it may. */
export function judge(request: { file: string; specifier: string; isTypeOnly: boolean }): string | undefined {
  const { file, specifier, isTypeOnly } = request
  const from = placeOf(file)
  if (!from) return undefined
  if (layerOf(from) === undefined)
    return `The module ${from.packageName}/${from.module} has no place in scripts/boundaries/modules.ts.`
  const path = pathOf(file, specifier)
  if (path === undefined) return judgeDependency(from, specifier)
  const to = placeOf(path)
  if (!to) return isOutside(path) ? `${from.packageName} imports nothing from ${specifier}.` : undefined
  if (from.packageName !== to.packageName) return judgeAcrossPackages({ from, to, isTypeOnly })
  return judgeModule({ from, to, isTypeOnly })
}

function judgeModule({ from, to, isTypeOnly }: { from: Place; to: Place; isTypeOnly: boolean }): string | undefined {
  if (to.isTest) return from.isTest ? undefined : `${to.module} is for tests only.`
  if (from.module === 'testing') return undefined
  const [own, other] = [layerOf(from), layerOf(to)]
  if (own === undefined || other === undefined || other > own) return `${from.module} may not import ${to.module}.`
  if (areSeparate(from, to)) return `${from.module} and ${to.module} never import one another.`
  const isOverHttp = from.packageName === 'server' && to.module === 'http' && from.module !== 'http'
  const composes = isRoutes(from.file) || from.module.includes('.') || from.isTest
  if (isOverHttp && !composes && !isTypeOnly)
    return `Only routes and the composition use http; ${from.module} takes its types.`
  return undefined
}

function judgeAcrossPackages({
  from,
  to,
  isTypeOnly,
}: {
  from: Place
  to: Place
  isTypeOnly: boolean
}): string | undefined {
  if (!importablePackages[from.packageName]?.includes(to.packageName))
    return `${from.packageName} may not import ${to.packageName}.`
  if (from.packageName === 'web' && to.packageName === 'contract' && !isTypeOnly && !from.isTest) {
    return 'The web app imports the contract as types only: its schemas would weigh on every page.'
  }
  return undefined
}

function judgeDependency(from: Place, specifier: string): string | undefined {
  if (from.isTest) return undefined
  if (from.packageName === 'core' && !isPureDependency(from, specifier))
    return `core imports nothing outside itself, not even ${specifier}.`
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const keepers = from.packageName === 'server' ? keepersOf(name) : undefined
  return keepers && !keepers.isKeeper(from) ? `Only ${keepers.where} import ${name}.` : undefined
}

/** Proofs need SHA-256 and Ed25519. These packages do no I/O, and nothing else of core uses them. */
const isPureDependency = ({ module }: Place, specifier: string) =>
  module === 'proofs' && /^@noble\/(?:hashes|curves)\//.test(specifier)

/** Where an import leads inside the repository; `undefined` for external packages. */
export function pathOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier)
  const [, name, rest] = /^@trefoil\/([^/]+)(?:\/(.*))?$/.exec(specifier) ?? []
  // Compiled contracts count as an external package, which only its keepers may import.
  if (!name || name === 'contracts') return undefined
  const root = file.slice(0, file.search(/\/(?:apps|packages)\/[^/]+\/src\/(?!.*\/(?:apps|packages)\/[^/]+\/src\/)/))
  const folder = name === 'contract' || name === 'core' ? 'packages' : 'apps'
  return name === 'e2e' ? `${root}/e2e/${rest}` : `${root}/${folder}/${name}/src/${rest}.ts`
}

const isOutside = (path: string) => /\/(?:e2e|scripts|bench)\//.test(path)
