/** Names a version of the secret without telling anything about it. */
export type VersionId = string

const MARK = Buffer.from('TFv1')
const MARK_HEX = MARK.toString('hex')
const ID_LENGTH = 6
const STAMP_LENGTH = MARK.length + ID_LENGTH

/** What was made before there were versions has no stamp. */
export const UNSTAMPED: VersionId = ''

/** Puts the version in front, so that everybody sees which key a stored value needs. */
export const stamp = (version: VersionId, value: Buffer): Buffer =>
  Buffer.concat([MARK, Buffer.from(version, 'hex'), value])

/** The same in hexadecimal digits. */
export const stampHex = (version: VersionId, value: string): string => MARK_HEX + version + value

export function readStamp(value: Buffer): { version: VersionId; rest: Buffer } {
  if (!value.subarray(0, MARK.length).equals(MARK) || value.length < STAMP_LENGTH)
    return { version: UNSTAMPED, rest: value }
  return {
    version: value.subarray(MARK.length, STAMP_LENGTH).toString('hex'),
    rest: value.subarray(STAMP_LENGTH),
  }
}

/**
 * The same in SQL, as the database's function `secret_version` has it, which indexes use. Written out, because a restored
 * database may be older than the function.
 */
export const versionIn = (column: string): string =>
  `(case when substring(${column} from 1 for 4) = '\\x${MARK_HEX}'::bytea then substring(${column} from 5 for 6) else ''::bytea end)`

export const idFrom = (digest: Buffer): VersionId => digest.subarray(0, ID_LENGTH).toString('hex')
