import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { authenticatorsOf } from './authenticators.ts'
import { confirm } from './console.ts'
import { ageSecondFactor } from './new-operator.ts'
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
  const { email, privateKey, passcode } = await createOperator()
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

  await test.step('five minutes later an action asks for it again, and goes on', async () => {
    await page.goto('/operator/settings')
    await page.getByRole('button', { name: 'Turn mails off' }).click()
    await ageSecondFactor({ user: { email } })
    const act = page.getByRole('dialog', { name: 'Propose to turn off mails to operators' })
    await act.getByLabel('Reason').fill('Paula is away')
    await act.getByRole('button', { name: 'Turn mails off' }).click()
    const again = page.getByRole('dialog', { name: 'Your code, once more' })
    await again.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(again).toBeHidden()
    await expectToast(page, 'It waits for another operator.')
    // Nobody agreed.
    await page.goto('/operator/proposals')
    const row = page.getByRole('row').filter({ hasText: 'Paula is away' })
    await row.getByRole('button', { name: /^Take back/ }).click()
    await confirm(page, { button: 'Reject', reason: 'It was only a test' })
    await expect(row).toBeHidden()
  })

  await test.step('after the idle end, “Sign in again” takes it alone', async () => {
    await page.clock.install()
    await page.goto('/operator/settings')
    await page.getByRole('button', { name: 'Turn mails off' }).click()
    const reason = page.getByLabel('Reason')
    await reason.fill('Half a sentence')
    await page.clock.fastForward('31:00')
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(again).toBeVisible()
    await again.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(again).toBeHidden()
    await expect(reason).toHaveValue('Half a sentence')
  })
})

async function createOperator(): Promise<{ email: string; privateKey: string; passcode: string }> {
  const email = `${randomUUID()}@example.org`
  const person = ['--email', email, '--name', 'Paula Passkey', '--json']
  const { stdout } = await promisify(execFile)('node', [CLI, 'create-operator', ...person], {
    env: { ...process.env, DATA_DIR: SERVERS.console.dataDir },
  })
  return { ...JSON.parse(stdout), email }
}
