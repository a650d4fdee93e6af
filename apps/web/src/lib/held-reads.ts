let held: Promise<void> | undefined

/** Reads wait until the returned function is called: while nobody is signed in, polling would only be refused. */
export function holdReads(): () => void {
  let release = () => {}
  held = new Promise((resume) => {
    release = () => {
      held = undefined
      resume()
    }
  })
  return release
}

export const readsReleased = (): Promise<void> | undefined => held
