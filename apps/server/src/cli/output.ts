/** A command's text for the terminal, with its exit code if that is not `DONE`. */
export type Output = string | { code: number; text: string }

export const DONE = 0
export const REFUSED = 1
export const MISUSED = 2
export const VIOLATED = 3
/** Nothing is violated, but not everything was looked at: a script must not take that for a verdict. */
export const NOT_COMPARED = 4
