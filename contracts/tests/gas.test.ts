import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measureGas } from './gas.ts'

test('the gas figures in the guide match the measurement', async () => {
  const guide = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8')
  for (const [operation, gas] of Object.entries(await measureGas())) {
    const told = new RegExp(`\\| ${operation} +\\| +([\\d,]+) +\\|`).exec(guide)?.[1]?.replaceAll(',', '')
    expect(told, operation).toBe(String(gas))
  }
})
