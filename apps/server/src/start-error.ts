/**
 * The program cannot start or continue. Its message is one sentence for the person at the terminal, printed without a
 * stack.
 */
export class StartError extends Error {}

/** Wrong or missing arguments. */
export class Misuse extends StartError {}
