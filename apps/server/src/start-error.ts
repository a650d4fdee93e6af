/** A start that cannot go on. Its message is one sentence for whoever typed the command, printed without a stack. */
export class StartError extends Error {}
