import { readTranslations } from '../apps/web/languages/read-translations.ts'
import { enterAsSample } from './members.ts'
import { settled } from './people.ts'
import { expect, test } from './test.ts'

test('texts that do not come keep no page from starting: it says in English what they would have said', async ({
  page,
  context,
  baseURL,
}) => {
  const spanish = await readTranslations('es')
  await enterAsSample(page)
  await context.addCookies([{ name: 'trefoil-language', value: 'es', url: baseURL ?? '' }])
  const aborted: string[] = []
  await page.route(/\/assets\/(later|[a-z]+-copy)-[\w-]+\.js$/, (route) => {
    aborted.push(new URL(route.request().url()).pathname)
    return route.abort()
  })
  for (const path of ['/dashboard/inbox', '/dashboard/network', '/dashboard/verify', '/dashboard/withdraw']) {
    await page.goto(path)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
  for (const name of ['refusal-copy', 'activity-copy', 'notice-copy', 'later'])
    expect(aborted).toContainEqual(expect.stringContaining(`/${name}-`))
  await page.goto('/dashboard/inbox')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(spanish['inbox.screen.title'] ?? '')
  await expect(page.getByText(/(Deposit|Withdrawal) of |You received /).first()).toBeVisible()
})
