/** Each is as long as a single secret has to be. */
export const SECRET_LENGTH_MIN = 32

/** Every lookup by a keyed hash tries all of them. */
export const SECRET_VERSIONS_MAX = 5

/**
 * The versions of a secret, the one for new data first. A comma or a new line separates them; after a backslash it
 * belongs to the secret.
 */
export function secretVersions(text: string): string[] {
  const versions = text
    .split(/(?<!\\)[,\n]/)
    .map((version) => version.replaceAll(/\\([,\n])/g, '$1').trim())
    .filter((version) => version !== '')
  return [...new Set(versions)]
}

/** What is wrong with them, or undefined. */
export function secretProblem(text: string): string | undefined {
  const versions = secretVersions(text)
  if (versions.length === 0 || versions.some((version) => version.length < SECRET_LENGTH_MIN))
    return `at least ${SECRET_LENGTH_MIN} random characters in each version; commas and new lines separate versions (write \\ before one that belongs to the secret)`
  if (versions.length > SECRET_VERSIONS_MAX) return `at most ${SECRET_VERSIONS_MAX} versions`
  return undefined
}
