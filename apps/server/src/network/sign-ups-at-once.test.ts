import { test } from 'vitest'
import { expectFullLevels } from '../testing/full-levels.ts'
import { growNetwork } from '../testing/network.ts'
import { signUpAtOnce } from '../testing/sign-ups.ts'
import { openTestWallet } from '../testing/wallet.ts'

const isLong = process.env['TREFOIL_LONG'] === '1'
const SIGN_UPS = isLong ? 1000 : 300

test(`${SIGN_UPS} sign-ups at once on one code: as many places, none twice, none skipped`, async () => {
  const { owner, databaseUrl } = await openTestWallet()
  const [sponsor = 0] = await growNetwork(owner, [1])
  await signUpAtOnce(databaseUrl, { sponsor, count: SIGN_UPS })
  await expectFullLevels(owner, { sponsor, count: SIGN_UPS })
})
