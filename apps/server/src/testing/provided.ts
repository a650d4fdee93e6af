import { inject, type ProvidedContext } from 'vitest'

declare module 'vitest' {
  /** Values that the global setup provides to the tests. */
  interface ProvidedContext {
    postgresUrl: string
    /** The folder of its cluster, as it was before the first test. */
    postgresTemplate: string
    /** The folder of the bundled programs. */
    programs: string
  }
}

export type Provided = ProvidedContext

export const templateFolder = (): string => inject('postgresTemplate')
