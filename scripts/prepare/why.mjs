const NO_NETWORK = 'the registry of packages cannot be reached'

/** @type {[pattern: RegExp, why: (match: RegExpExecArray) => string][]} */
const KNOWN = [
  [/\bENOSPC\b|no space left on device/i, () => 'the disk is full'],
  [/\bEDQUOT\b/, () => 'the quota of this disk is used up'],
  [/\bEROFS\b|read-only file system/i, () => 'the folder is on a read-only file system'],
  [/\b(?:EACCES|EPERM)\b/, () => 'the folder may not be written to'],
  [/\b(?:EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH)\b/, () => NO_NETWORK],
  [/\b(?:ETIMEDOUT|ECONNRESET|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|FETCH_ERROR)\b/, () => `${NO_NETWORK}, or is too slow`],
  [/\bnpm (?:error|ERR!) code E([45]\d\d)\b/, ([, status]) => `the registry of packages answered ${status}`],
  [/\bEINTEGRITY\b/, () => 'a package arrived damaged'],
  [/ended with (SIG\w+)/, ([, signal]) => `${signal} ended it`],
]

/**
 * What a person can do something about, from what a command printed.
 * @param {string} output
 */
export function whyIn(output) {
  for (const [pattern, why] of KNOWN) {
    const match = pattern.exec(output)
    if (match) return why(match)
  }
  return undefined
}
