/**
 * The program cannot start or continue. Its message is one sentence for the person at the terminal, printed without a
 * stack.
 */
export class StartError extends Error {}

/** A refusal, or an outside resource that is missing, needs only a sentence. Anything else is a bug, with its stack. */
export function isExpected(error: unknown): error is Error & { code?: string } {
  if (error instanceof StartError) return true
  return error instanceof Error && ('syscall' in error || error instanceof AggregateError || 'severity' in error)
}

/** Wrong or missing arguments. */
export class Misuse extends StartError {}
