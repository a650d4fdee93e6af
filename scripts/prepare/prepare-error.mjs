/** Its message is one sentence for the person at the terminal. */
export class PrepareError extends Error {}

/**
 * Ends a program with the sentence of its error.
 * @param {() => Promise<void>} work
 */
export async function endingWithSentence(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
