import { parseArgs } from 'node:util'
import { DRILLS, type DrillName } from './drills/all.ts'

const NAMES = [...(Object.keys(DRILLS) as DrillName[]), 'restore'] as const

const HELP = `npm run drill -- [options]
  --only <a,b>     only these: ${NAMES.join(', ')}
  --asynchronous   without synchronous replication, on purpose: something has to be lost, and posting has to stop
  --install        first installs what is missing, by apt-get: ip, openssl, unshare, mmdebstrap. It stays
  --minutes <n>    the limit for everything (default 25)`

/** `restores`: also from backups, to a point in time. */
export type Options = {
  only: DrillName[]
  restores: boolean
  asynchronous: boolean
  installs: boolean
  limitMs: number
}

export function readOptions(args: string[]): Options {
  const { values } = parse(args)
  if (values.help) {
    console.log(HELP)
    process.exit(0)
  }
  const asked: readonly string[] = values.only?.split(',').map((name) => name.trim()) ?? NAMES
  const unknown = asked.filter((name) => !NAMES.some((one) => one === name))
  if (unknown.length > 0) refuse(`There is no drill ${unknown.join(', ')}.`)
  const minutes = values.minutes ?? '25'
  if (!/^[1-9]\d{0,2}$/.test(minutes)) refuse('--minutes takes a whole number from 1 to 999.')
  return {
    // In their own order: some leave more behind than others.
    only: NAMES.filter((name) => name !== 'restore').filter((name) => asked.includes(name)),
    restores: asked.includes('restore'),
    asynchronous: values.asynchronous ?? false,
    installs: values.install ?? false,
    limitMs: Number(minutes) * 60_000,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string' },
        asynchronous: { type: 'boolean' },
        install: { type: 'boolean' },
        minutes: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function refuse(complaint: string): never {
  console.error(`${complaint}\n\n${HELP}`)
  process.exit(2)
}
