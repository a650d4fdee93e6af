import { readSettings, type Settings } from '../env.ts'

/** As in the demo, with one secret for all copies of the template, on any free port. */
export const testSettings = (changes: Partial<Settings>): Settings => ({
  ...readSettings({}),
  port: 0,
  secret: 'the secret of every test database',
  publicUrl: 'http://trefoil.test',
  ...changes,
})
