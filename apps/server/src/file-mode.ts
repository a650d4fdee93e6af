/** Names the problem with the mode of a file that only its owner should read. */
export const modeProblem = (mode: number): string | undefined =>
  (mode & 0o077) === 0 ? undefined : 'can be read by others: its mode should be 600'
