import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { authenticatorsOf } from './authenticators.ts'
import { logOut, signIn } from './people.ts'
import { SERVERS } from './servers.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, expectToast, test } from './test.ts'

const CLI = fileURLToPath(new URL('../apps/server/src/cli.ts', import.meta.url))
const NEW_PASSCODE = 'a passcode of my own choice'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))
// Browsers give passkeys to names only.
test.use({ baseURL: SERVERS.console.url.replace('127.0.0.1', 'localhost') })

test('an operator uses a passkey in place of an authenticator app, and keeps it', async ({ page }) => {
  const { privateKey, passcode } = await createOperator()
  const authenticators = await authenticatorsOf(page)
  await authenticators.take('telephone')
  await signIn(page, { privateKey }, passcode)
  await expect(page).not.toHaveURL(/\/signin$/)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up two-factor first')

  await test.step('change the passcode that was handed out, and add a passkey', async () => {
    await page.getByRole('link', { name: 'Set up two-factor' }).click()
    await page.getByLabel('Current Password', { exact: true }).fill(passcode)
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSCODE)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Password updated successfully!')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Telephone for work')
    await page.getByLabel('Passcode', { exact: true }).fill(NEW_PASSCODE)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
  })

  await test.step('it is the only second factor, so it stays', async () => {
    await page.getByRole('button', { name: 'Remove Telephone for work' }).click()
    await page.getByLabel('Passcode', { exact: true }).fill(NEW_PASSCODE)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('This is your only second factor.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('sign in with it alone, and the console is open', async () => {
    await logOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).not.toHaveURL(/\/signin$/)
    await page.goto('/operator')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  })
})

async function createOperator(): Promise<{ privateKey: string; passcode: string }> {
  const person = ['--email', `${randomUUID()}@example.org`, '--name', 'Paula Passkey', '--json']
  const { stdout } = await promisify(execFile)('node', [CLI, 'create-operator', ...person], {
    env: { ...process.env, DATA_DIR: SERVERS.console.dataDir },
  })
  return JSON.parse(stdout)
}
