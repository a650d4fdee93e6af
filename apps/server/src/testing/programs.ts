import { join } from 'node:path'
import { inject } from 'vitest'
import type { Program } from './bundle-programs.ts'

/** The bundled program, for `process.execPath`. */
export const programFile = (name: Program): string => join(inject('programs'), `${name}.js`)
