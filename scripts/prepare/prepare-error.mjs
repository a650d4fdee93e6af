/** Its message is one sentence for the person at the terminal. */
export class PrepareError extends Error {}
