type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** The console asks for the second factor with this. Returns how to stop. */
export function answerStepUpWith(asker: Ask): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/** Once for all calls that wait for it. Whether it was shown; never where nobody can be asked. */
export function stepUp(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
