import { join, resolve } from 'node:path'
import { PASSCODE_COST, type PasscodeCost } from '@trefoil/core/identity/passcode'
import type { LevelLimits } from '@trefoil/core/payouts/level-limits'
import { secretProblem } from '@trefoil/core/identity/secret-versions'
import {
  databaseProblem,
  hostOf,
  isProxy,
  rpcProblem,
  SERVICES,
  smtpNeedsTls,
  smtpProblem,
  type Service,
} from './connections.ts'
import { readLimitSettings, type LimitSettings } from './limit-settings.ts'
import { isProduction, leadsWork, readRole, readSecretFile, type Role } from './role.ts'
import { readLevelLimits, readScreeningSettings, type ScreeningSettings } from './screening-settings.ts'
import { StartError } from './start-error.ts'

export type Settings = {
  production: boolean
  role: Role
  host: string
  port: number
  /** Where the other processes of this installation reach this one. */
  posterHost: string
  dataDir: string
  /** The application's login. Undefined: the embedded server in `dataDir`. */
  databaseUrl: string | undefined
  /** The login that owns the tables. Undefined: nothing migrates an external database. */
  databaseOwnerUrl: string | undefined
  /** The REST APIs of the nodes that run the database, if Patroni does. */
  patroniUrls: readonly string[]
  /** Where lists are read, if it has replayed what the reader has to see. Undefined: nowhere else. */
  databaseReplicaUrl: string | undefined
  /** So long the database may take for an answer that somebody waits for. */
  databaseTimeoutMs: number
  /** For so long after it arrived, a request is tried again while the database is away. */
  databaseRetryMs: number
  connections: ConnectionSettings
  /** Where members open the application; links in mails start with it. */
  publicUrl: string
  /** One version, or several. Undefined: generated and kept in `dataDir` (demo mode only). */
  secret: string | undefined
  /** Holds the key that signs the log. Undefined: this process signs nothing. */
  logKeyFile: string | undefined
  /** Undefined: mail goes to the outbox (demo mode only). */
  smtpUrl: string | undefined
  /** No mail is sent over a connection that stays in the clear. */
  smtpRequiresTls: boolean
  mailFrom: string
  /** Where weaknesses are reported: the contact in security.txt. */
  securityContact: string
  /** What production may reach without encryption. */
  plaintext: readonly Service[]
  /** Proxies whose forwarded address is trusted; false: none. */
  trustProxy: string | false
  /** Allows reading the metrics. Without it: nobody in production, this machine in the demo. */
  metricsToken: string | undefined
  logLevel: string
  /** Public keys that backups are encrypted for. */
  backupRecipients: string[]
  chain: ChainSettings
  limits: LimitSettings
  /** Webhooks may go to this machine, without encryption: for tests, never in production. */
  webhooksToLoopback: boolean
  screening: ScreeningSettings
  /** What members of each level may withdraw. Undefined: as much as they have. */
  levelLimits: LevelLimits | undefined
  /** No variable changes it. Tests, which sign up thousands, pay less. */
  passcodeCost: PasscodeCost
  /** With two-factor on, transfers to others need a code from this sum of 24 hours on. */
  transferCodeFromUsd: number
}

/** How many connections each of the pools has at most. */
export type ConnectionSettings = { members: number; background: number; readers: number; replica: number }

/** All up to `walletRpcUrl` are shown to members. */
export type ChainSettings = {
  network: string
  token: string
  confirmations: number
  coin: string
  /** For a wallet that does not know the chain; never one of ours, whose URLs contain keys. */
  walletRpcUrl: string | undefined
  /** Whether this process has the signer's key. */
  signs: boolean
  /** Undefined: the local chain (demo mode only). */
  remote: RemoteChainSettings | undefined
  /** Blocks per request for logs. */
  rangeMax: number
  /** Per unit of gas. Nothing is sent above this. */
  maxFeeWei: bigint
}

export type RemoteChainSettings = {
  rpcUrls: string[]
  id: number
  decimals: number
  token: `0x${string}`
  factory: `0x${string}`
  treasury: `0x${string}`
  vault: `0x${string}`
  /** Undefined: no epochs are made. */
  attestations: `0x${string}` | undefined
  /** Undefined: this process signs nothing. */
  signerKeyFile: string | undefined
  finality: 'tag' | { depth: number }
}

export type Variables = Record<string, string | undefined>

/**
 * The only reader of the environment. Production has no defaults for secrets and outside services: one message lists
 * what is missing.
 */
export function readSettings(variables: Variables = process.env): Settings {
  const production = isProduction(variables['NODE_ENV'])
  const role = readRole(variables['TREFOIL_ROLE'])
  const problems: string[] = []

  const text = (name: string, meaning: string): string | undefined => {
    const value = variables[name]?.trim()
    if (value) return value
    if (production) problems.push(`${name}: ${meaning}`)
    return undefined
  }
  const whole = (name: string, fallback: number, max: number, min = 0): number => {
    const value = variables[name]?.trim()
    if (!value) return fallback
    if (/^\d{1,9}$/.test(value) && Number(value) <= max && Number(value) >= min) return Number(value)
    problems.push(`${name}: a whole number from ${min} to ${max}, not "${value}"`)
    return fallback
  }
  const url = (name: string, value: string | undefined, protocols: string[]): string | undefined => {
    if (value === undefined) return undefined
    if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value
    problems.push(`${name}: a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    return undefined
  }
  const webUrls = (name: string, listed: string | undefined): string[] =>
    listed?.trim() ? listed.split(',').flatMap((one) => url(name, one.trim(), ['https:', 'http:']) ?? []) : []
  const secret = (): string | undefined => {
    const file = variables['TREFOIL_SECRET_FILE']?.trim()
    const value = file ? readSecretFile(file, problems) : text('TREFOIL_SECRET', 'at least 32 random characters')
    const problem = value && secretProblem(value)
    if (problem) problems.push(`TREFOIL_SECRET: ${problem}`)
    return value
  }

  // Strangers talk to a process of the role web. It is given no key, so that none can be taken from it.
  const hasKeys = leadsWork(role)
  for (const name of hasKeys ? [] : ['CHAIN_SIGNER_KEY_FILE', 'LOG_KEY_FILE'])
    if (variables[name]?.trim()) problems.push(`${name}: unset for TREFOIL_ROLE=web, which signs nothing`)

  const trustProxy = (): string | false => {
    const meaning = 'comma-separated addresses of the proxies in front, or none'
    const listed = text('TRUST_PROXY', meaning)
    if (listed === undefined || listed === 'none') return false
    const proxies = listed.split(',').map((one) => one.trim())
    if (!proxies.every(isProxy)) problems.push(`TRUST_PROXY: ${meaning}, not "${listed}"`)
    return proxies.join(',')
  }

  const plaintext = (): Service[] => {
    const listed = variables['ALLOW_PLAINTEXT']?.split(',').flatMap((one) => one.trim() || []) ?? []
    const wrong = listed.filter((one) => !SERVICES.some((service) => service === one))
    if (wrong.length > 0) problems.push(`ALLOW_PLAINTEXT: ${SERVICES.join(', ')}, not "${wrong.join(', ')}"`)
    return SERVICES.filter((service) => listed.includes(service))
  }
  const allowed = plaintext()
  /** A problem of an unencrypted connection, where it is one. */
  const encrypted = (name: string, service: Service, problem: string | undefined): void => {
    if (production && problem !== undefined && !allowed.includes(service)) problems.push(`${name}: ${problem}`)
  }
  const database = (name: string, value: string | undefined): string | undefined => {
    const given = url(name, value, ['postgres:', 'postgresql:'])
    if (given) encrypted(name, 'database', databaseProblem(given, variables['PGHOST']))
    return given
  }
  const smtp = (): string | undefined => {
    const given = url('SMTP_URL', text('SMTP_URL', 'the mail server'), ['smtp:', 'smtps:'])
    if (given) encrypted('SMTP_URL', 'smtp', smtpProblem(given))
    return given
  }
  const contact = (host: string): string => {
    const value = variables['SECURITY_CONTACT']?.trim()
    if (!value) return `mailto:security@${host}`
    const uri = /^[^\s@:/]+@[^\s@:/]+$/.test(value) ? `mailto:${value}` : value
    if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/.test(uri))
      problems.push('SECURITY_CONTACT: an e-mail address, or a URL that starts with https://')
    return uri
  }

  const remoteChain = (): RemoteChainSettings | undefined => {
    const listed = text('CHAIN_RPC_URL', 'two or more comma-separated JSON-RPC URLs')
    if (listed === undefined && !production) return undefined
    const need = (name: string, meaning: string): string => {
      const value = variables[name]?.trim()
      if (!value) problems.push(`${name}: ${meaning}`)
      return value ?? ''
    }
    const contract = (name: string, meaning: string): `0x${string}` => shaped(name, need(name, meaning))
    const shaped = (name: string, value: string): `0x${string}` => {
      if (value && !/^0x[0-9a-fA-F]{40}$/.test(value)) problems.push(`${name}: 0x and 40 hexadecimal digits`)
      return value as `0x${string}`
    }
    const rpcUrls = webUrls('CHAIN_RPC_URL', listed)
    for (const one of rpcUrls) encrypted('CHAIN_RPC_URL', 'rpc', rpcProblem(one))
    if (production && listed !== undefined && new Set(rpcUrls.map(hostOf)).size < 2)
      problems.push('CHAIN_RPC_URL: two or more different hosts, so that no single provider has to be trusted')
    const finality = variables['CHAIN_FINALITY']?.trim() || 'finalized'
    return {
      rpcUrls,
      id: whole('CHAIN_ID', 56, 999_999_999),
      decimals: whole('CHAIN_DECIMALS', 18, 36),
      token: contract('CHAIN_TOKEN', "the token's address"),
      factory: contract('CHAIN_FACTORY', 'the deposit factory, as `npm run trefoil -- chain deploy` prints it'),
      treasury: contract('CHAIN_TREASURY', 'where deposits are swept to'),
      vault: contract('CHAIN_VAULT', 'the vault, as `npm run trefoil -- chain deploy` prints it'),
      attestations: shaped('CHAIN_ATTESTATIONS', variables['CHAIN_ATTESTATIONS']?.trim() ?? '') || undefined,
      signerKeyFile: hasKeys
        ? need('CHAIN_SIGNER_KEY_FILE', 'a file with the key that may make the vault pay')
        : undefined,
      finality: finality === 'finalized' ? 'tag' : { depth: whole('CHAIN_FINALITY', 15, 10_000) },
    }
  }

  const port = whole('PORT', 3000, 65535)
  const dataDir = resolve(variables['DATA_DIR']?.trim() || '.data')
  const publicUrl =
    url('PUBLIC_URL', text('PUBLIC_URL', 'where members open the application'), ['https:', 'http:'])?.replace(
      /\/+$/,
      '',
    ) ?? `http://localhost:${port}`
  const smtpUrl = smtp()
  const settings: Settings = {
    production,
    role,
    host: variables['HOST']?.trim() || '127.0.0.1',
    port,
    posterHost: variables['POSTER_HOST']?.trim() || '127.0.0.1',
    dataDir,
    databaseUrl: database('DATABASE_URL', text('DATABASE_URL', 'the PostgreSQL to use')),
    databaseOwnerUrl: database('DATABASE_OWNER_URL', variables['DATABASE_OWNER_URL']?.trim() || undefined),
    patroniUrls: webUrls('PATRONI_URL', variables['PATRONI_URL']),
    databaseReplicaUrl: database('DATABASE_REPLICA_URL', variables['DATABASE_REPLICA_URL']?.trim() || undefined),
    databaseTimeoutMs: 1000 * whole('DATABASE_TIMEOUT_SECONDS', 10, 60, 1),
    databaseRetryMs: 1000 * whole('DATABASE_RETRY_SECONDS', 10, 60),
    connections: {
      members: whole('DATABASE_CONNECTIONS_MEMBERS', 12, 500, 4),
      background: whole('DATABASE_CONNECTIONS_BACKGROUND', 6, 500, 4),
      readers: whole('DATABASE_CONNECTIONS_READERS', 3, 500, 1),
      replica: whole('DATABASE_CONNECTIONS_REPLICA', 12, 500, 1),
    },
    publicUrl,
    secret: secret(),
    logKeyFile: hasKeys
      ? resolve(text('LOG_KEY_FILE', 'a file with the Ed25519 key that signs the log') ?? join(dataDir, 'log-key'))
      : undefined,
    smtpUrl,
    smtpRequiresTls: production && smtpUrl !== undefined && smtpNeedsTls(smtpUrl) && !allowed.includes('smtp'),
    mailFrom: text('MAIL_FROM', 'the sender of mails') ?? 'Trefoil <no-reply@localhost>',
    securityContact: contact(URL.parse(publicUrl)?.hostname ?? ''),
    plaintext: allowed,
    trustProxy: trustProxy(),
    metricsToken: variables['METRICS_TOKEN']?.trim() || undefined,
    logLevel: variables['LOG_LEVEL']?.trim() || (production ? 'info' : 'warn'),
    backupRecipients: (variables['BACKUP_RECIPIENTS'] ?? '').split(/[\s,]+/).filter((recipient) => recipient !== ''),
    chain: {
      network: 'BSC',
      token: variables['CHAIN_TOKEN_SYMBOL']?.trim() || 'USDT',
      confirmations: whole('CHAIN_CONFIRMATIONS', production ? 15 : 3, 10_000),
      coin: variables['CHAIN_COIN_SYMBOL']?.trim() || 'BNB',
      walletRpcUrl: url('CHAIN_WALLET_RPC_URL', variables['CHAIN_WALLET_RPC_URL']?.trim() || undefined, ['https:']),
      signs: hasKeys,
      remote: remoteChain(),
      rangeMax: whole('CHAIN_RANGE_BLOCKS_MAX', 1000, 100_000),
      maxFeeWei: BigInt(whole('CHAIN_FEE_GWEI_MAX', 20, 100_000)) * 1_000_000_000n,
    },
    limits: readLimitSettings({ whole, production }),
    screening: readScreeningSettings(variables, problems, { whole, production }),
    levelLimits: readLevelLimits(variables, problems),
    passcodeCost: PASSCODE_COST,
    webhooksToLoopback: variables['WEBHOOKS_TO_LOOPBACK']?.trim() === 'yes',
    transferCodeFromUsd: whole('TRANSFER_CODE_FROM_USD', 50, 999_999_999),
  }
  if (production && publicUrl.startsWith('http:') && variables['PUBLIC_URL'])
    problems.push('PUBLIC_URL: https in production')
  if (production && settings.webhooksToLoopback)
    problems.push('WEBHOOKS_TO_LOOPBACK: unset, because it would let webhooks reach services on this machine')
  if (production && variables['NODE_TLS_REJECT_UNAUTHORIZED']?.trim() === '0')
    problems.push('NODE_TLS_REJECT_UNAUTHORIZED: unset, because it would accept any certificate')
  if ((settings.databaseOwnerUrl ?? settings.databaseReplicaUrl) !== undefined && !settings.databaseUrl)
    problems.push('DATABASE_URL: the login of the application, beside DATABASE_OWNER_URL or DATABASE_REPLICA_URL')
  if (problems.length > 0) throw new StartError(`These settings are missing or wrong:\n  ${problems.join('\n  ')}`)
  return settings
}
