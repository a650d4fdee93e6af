import { withDatabase } from '../apps/server/src/cli/open.ts'
import { readSettings } from '../apps/server/src/env.ts'
import { ageSecondFactor } from '../apps/server/src/testing/age-second-factor.ts'

/** Run as a process of its own, with the e-mail address of the account. */
const [email = ''] = process.argv.slice(2)
await withDatabase(readSettings(), ({ unaudited }) => ageSecondFactor(unaudited, email))
