import type { LevelLimit, LevelLimits } from '@trefoil/core/payouts/level-limits'
import { parseUsd } from '@trefoil/core/money'
import { isOnThisMachine } from './connections.ts'
import { readSecretFile } from './role.ts'

/** Who is asked about addresses. With none of them, nobody is. */
export type ScreeningSettings = {
  /** One address a line. */
  listFile: string | undefined
  /** A contract that answers `isSanctioned(address)`. */
  oracle: `0x${string}` | undefined
  http: { url: string; secret: string } | undefined
  timeoutMs: number
  /** For so long an answer about an address counts. */
  ageMs: number
}

/** `0=100/500,1=/5000`: dollars per withdrawal and per 30 days. Undefined: nobody is limited. */
export function readLevelLimits(variables: Variables, problems: string[]): LevelLimits | undefined {
  const listed = variables['KYC_WITHDRAWAL_LIMITS']?.trim()
  if (!listed) return undefined
  const limits: Partial<Record<number, LevelLimit>> = {}
  for (const typed of listed.split(',')) {
    const [, level, once, month] = /^\s*(\d)\s*=\s*(\d{0,9})\s*\/\s*(\d{0,9})\s*$/.exec(typed) ?? []
    if (level === undefined || limits[Number(level)] !== undefined) {
      problems.push(`KYC_WITHDRAWAL_LIMITS: such as 0=100/500,1=/5000, and each level once, not "${listed}"`)
      return undefined
    }
    if (once || month) limits[Number(level)] = { perWithdrawal: dollarsIn(once), perMonth: dollarsIn(month) }
  }
  return limits
}

const dollarsIn = (typed: string | undefined) => (typed ? parseUsd(Number(typed)) : null)

type Variables = Record<string, string | undefined>
type Parts = { whole: (name: string, fallback: number, max: number, min: number) => number; production: boolean }

const SECRET_MIN = 32

export function readScreeningSettings(variables: Variables, problems: string[], parts: Parts): ScreeningSettings {
  const text = (name: string) => variables[name]?.trim() || undefined
  const oracle = text('SCREENING_ORACLE')
  if (oracle !== undefined && !/^0x[0-9a-fA-F]{40}$/.test(oracle))
    problems.push('SCREENING_ORACLE: 0x and 40 hexadecimal digits')
  return {
    listFile: text('SCREENING_LIST_FILE'),
    oracle: oracle as `0x${string}` | undefined,
    http: readHttp(variables, problems, parts),
    timeoutMs: 1000 * parts.whole('SCREENING_TIMEOUT_SECONDS', 5, 60, 1),
    ageMs: 3_600_000 * parts.whole('SCREENING_AGE_HOURS', 24, 8760, 0),
  }
}

function readHttp(variables: Variables, problems: string[], { production }: Parts): ScreeningSettings['http'] {
  const url = variables['SCREENING_URL']?.trim()
  const file = variables['SCREENING_SECRET_FILE']?.trim()
  if (!url) {
    if (file) problems.push('SCREENING_URL: where the provider of SCREENING_SECRET_FILE is asked')
    return undefined
  }
  const protocol = URL.parse(url)?.protocol
  if (protocol !== 'https:' && !(protocol === 'http:' && (!production || isOnThisMachine(url))))
    problems.push('SCREENING_URL: a URL that starts with https://')
  if (!file) {
    problems.push('SCREENING_SECRET_FILE: a file with the secret that requests and answers are signed with')
    return undefined
  }
  const secret = readSecretFile(file, problems, 'SCREENING_SECRET_FILE') ?? ''
  if (secret !== '' && secret.length < SECRET_MIN)
    problems.push(`SCREENING_SECRET_FILE: at least ${SECRET_MIN} random characters`)
  return { url, secret }
}
