/** Its message is one sentence for whoever typed the command. */
export class PrepareError extends Error {}
