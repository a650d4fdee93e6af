/** A start that cannot go on. Its message is one sentence for whoever typed the command, printed without a stack. */
export class StartError extends Error {}

/** Not refused but not understood: something is missing from the command, or is not part of it. */
export class Misuse extends StartError {}
