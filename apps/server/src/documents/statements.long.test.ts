import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { depositArrives } from '../testing/arrivals.ts'
import { writeLongHistory } from '../testing/long-history.ts'
import { openTestWallet } from '../testing/wallet.ts'
import { programFile } from '../testing/programs.ts'

test.for([
  ['csv', 'en'],
  ['pdf', 'en'],
  ['pdf', 'ar'],
] as const)(
  'a statement of 100,000 lines and ten years is made as %s in %s in less than 100 MB',
  async ([format, language]) => {
    const wallet = await openTestWallet()
    const [member = 0, other = 0] = wallet.members
    for (const each of [member, other]) await depositArrives(wallet.ledger, each, 1)
    await writeLongHistory(wallet.owner, { member, other, transfers: 100_000 })
    await wallet.owner.query('update account set language = $2 where id = $1', [member, language])
    // The heap's own bound: beyond it, the process would end.
    const bounds = ['--max-old-space-size=96', '--max-semi-space-size=4']
    const made = await promisify(execFile)(process.execPath, [
      ...bounds,
      programFile('statement-child'),
      wallet.databaseUrl,
      String(member),
      format,
    ])
    const { bytes, megabytes } = JSON.parse(made.stdout)
    process.stdout.write(`100,000 lines as ${format} in ${language}: ${made.stdout}\n`)
    expect(bytes).toBeGreaterThan(100_000 * 20)
    expect(megabytes).toBeLessThan(100)
  },
)
