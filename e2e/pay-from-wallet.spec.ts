import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { injectWallet, LOCAL_CHAIN_ID, test, type Announced, type WalletState } from './injected-wallet.ts'
import { newMember, openAs, type Member } from './members.ts'
import { expectNoWiderThan, isLive, settled, tabTo } from './people.ts'
import { within } from './slowdown.ts'
import { expect } from './test.ts'

const ICON = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#b35c00"/></svg>').toString('base64')}`
const FOX: Announced = { uuid: '1', name: 'Fox Wallet', icon: ICON, rdns: 'org.example.fox' }
const OTHER_CHAIN = 1
const OF_NOBODY = `0x${'7'.repeat(64)}`

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Pay from a wallet' })

async function review(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Pay from a wallet' }).click()
  const sheet = sheetOf(page)
  await sheet.getByLabel('Amount').fill(amount)
  await sheet.getByRole('button', { name: 'Review' }).click()
  await expect(sheet.getByRole('button', { name: 'Open the wallet' })).toBeVisible()
  return sheet
}

const setWallet = (page: Page, state: Partial<WalletState>) =>
  page.evaluate((changes) => void Object.assign(window.testWallet, changes), state)

const methodsAsked = (page: Page) => page.evaluate(() => window.testWallet.asked.map(({ method }) => method))

const depositRow = (page: Page) =>
  page.getByRole('table', { name: 'Recent Transaction' }).getByRole('row', { name: /Deposit/ })

async function openDeposit(page: Page, member: Member) {
  await openAs(page, member, '/deposit')
  await expect(page.getByText(/^This wallet address will be expired/)).toBeVisible()
}

test('pay from the wallet, from another network, and see it final', async ({ page, request, walletUrl }) => {
  await injectWallet(page, { walletUrl, announced: [FOX], state: { chainId: OTHER_CHAIN } })
  const loaded: string[] = []
  page.on('request', (each) => loaded.push(new URL(each.url()).pathname))
  await openDeposit(page, await newMember(request))
  await isLive(page)
  await expect(page.getByRole('button', { name: 'Pay from a wallet' })).toBeVisible()
  expect(
    loaded.filter((path) => /pay-sheet|wallet\/network/.test(path)),
    'before it is tapped',
  ).toEqual([])
  expect(await methodsAsked(page)).toEqual([])

  const sheet = await review(page, '12.34567')
  await expect(sheet).toContainText('$12.34567')
  await expect(sheet).toContainText('BSC')
  await expect(sheet).toContainText('USDT')
  const address = await page.evaluate(
    () => JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith('wallet:'))?.[1] ?? '').wallet,
  )
  const shown = (await sheet.getByRole('code').first().textContent())?.replaceAll(/\s/g, '')
  expect(shown).toBe(address.wallet_address)

  await sheet.getByRole('button', { name: 'Open the wallet' }).click()
  const progress = sheet.getByRole('list', { name: 'Progress of the payment' })
  await expect(progress.getByText('Seen on the network')).toHaveAttribute('data-reached', 'true', within(20_000))
  await expect(sheet.getByText('Your deposit is final.')).toBeVisible(within(30_000))
  await expect(progress.locator('[data-reached="true"]')).toHaveCount(4)
  expect(await methodsAsked(page)).toEqual([
    'eth_requestAccounts',
    'eth_chainId',
    'wallet_switchEthereumChain',
    'eth_chainId',
    'eth_sendTransaction',
  ])
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await expect(depositRow(page)).toContainText('$12.34567')
  await expect(depositRow(page)).toContainText('Completed')
})

test('without a wallet there is no button, and a malformed announcement is none', async ({
  page,
  request,
  walletUrl,
}) => {
  await injectWallet(page, {
    walletUrl,
    announced: [
      { ...FOX, name: '\u202E\u0000 ' },
      { ...FOX, uuid: '' },
    ],
  })
  await openDeposit(page, await newMember(request))
  await settled(page)
  await expect(page.getByRole('button', { name: 'Pay from a wallet' })).toBeHidden()
})

test('of several wallets one is chosen, whatever they call themselves', async ({ page, request, walletUrl }) => {
  const announced = [
    FOX,
    { ...FOX, uuid: '2', name: '\u202Etellaw liveD', icon: 'https://elsewhere.example.org/icon.png' },
    { ...FOX, uuid: '3', name: `Long ${'W'.repeat(500)}`, icon: 'data:text/html,<script>alert(1)</script>' },
    { ...FOX, uuid: '4', name: 'محفظة', icon: 'javascript:alert(1)' },
    { ...FOX, uuid: '1', name: 'Not a fox' },
  ]
  const elsewhere: string[] = []
  page.on('request', (each) => void (each.url().includes('elsewhere') && elsewhere.push(each.url())))
  await injectWallet(page, { walletUrl, announced })
  await openDeposit(page, await newMember(request))
  await page.getByRole('button', { name: 'Pay from a wallet' }).click()
  const choice = page.getByRole('dialog', { name: 'Which wallet pays?' })
  await expect(choice.getByRole('listitem')).toHaveText([
    'Fox Wallet',
    'tellaw liveD',
    `Long ${'W'.repeat(35)}`,
    'محفظة',
  ])
  await expect(choice.locator('img')).toHaveCount(1)
  await expectNoWiderThan(page, page.viewportSize()?.width ?? 0)
  await choice.getByRole('button', { name: 'محفظة' }).click()
  await sheetOf(page).getByRole('button', { name: 'Another wallet' }).click()
  await choice.getByRole('button', { name: 'Fox Wallet' }).click()
  await expect(sheetOf(page).getByText('Fox Wallet')).toBeVisible()
  expect(elsewhere).toEqual([])
})

test('only amounts that the books can hold are reviewed; whatever the wallet refuses is said, and can be tried again', async ({
  page,
  request,
  walletUrl,
}) => {
  await injectWallet(page, { walletUrl, announced: [FOX] })
  await openDeposit(page, await newMember(request))
  await page.getByRole('button', { name: 'Pay from a wallet' }).click()
  const sheet = sheetOf(page)
  for (const amount of ['', '0', '-1', '1.234567', '1e3', '10000000001', 'ten']) {
    await sheet.getByLabel('Amount').fill(amount)
    await sheet.getByRole('button', { name: 'Review' }).click()
    await expect(sheet.getByText(amount === '' ? 'Enter an amount' : /at most five decimals/), amount).toBeVisible()
  }
  expect(await methodsAsked(page)).toEqual([])

  await sheet.getByLabel('Amount').fill('3')
  await sheet.getByRole('button', { name: 'Review' }).click()
  const confirm = sheet.getByRole('button', { name: /Open the wallet|Try again/ })
  const cases: [string, Partial<WalletState>, RegExp][] = [
    ['rejected account', { faults: { eth_requestAccounts: { code: 4001 } } }, /You refused it in the wallet/],
    ['rejected payment', { faults: { eth_sendTransaction: { code: 4001 } } }, /You refused it in the wallet/],
    ['disconnected', { faults: { eth_sendTransaction: { code: 4900 } } }, /is not connected to the network/],
    ['busy', { faults: { eth_requestAccounts: { code: -32002 } } }, /another question open/],
    ['locked', { faults: { eth_requestAccounts: { answer: [] } } }, /shows no account/],
    ['nonsense', { faults: { eth_sendTransaction: { answer: 'yes' } } }, /answered without a transaction/],
    ['failed', { faults: { eth_sendTransaction: { code: -32603 } } }, /could not do it/],
    [
      'rejected switch',
      { faults: { wallet_switchEthereumChain: { code: 4001 } }, chainId: OTHER_CHAIN },
      /You refused it in the wallet/,
    ],
    [
      'another chain after switching',
      { faults: { wallet_switchEthereumChain: { answer: null } }, chainId: OTHER_CHAIN },
      /stays on another network/,
    ],
    ['an unknown chain', { faults: {}, chainId: OTHER_CHAIN, knows: [] }, /does not know BSC/],
  ]
  for (const [name, state, sentence] of cases) {
    await setWallet(page, { faults: {}, chainId: LOCAL_CHAIN_ID, knows: [LOCAL_CHAIN_ID], asked: [], ...state })
    await confirm.click()
    await expect(sheet.getByRole('alert'), name).toContainText(sentence)
    if (!('eth_sendTransaction' in (state.faults ?? {})))
      expect(await methodsAsked(page), name).not.toContain('eth_sendTransaction')
  }
  await expect(page.getByText('No data found.')).toBeVisible()
})

test('a chain that the wallet does not know is added, if the operator describes it', async ({
  page,
  request,
  walletUrl,
}) => {
  await page.route('**/api/wallet/network', async (route) => {
    const body = await (await route.fetch()).json()
    body.data.add = { rpc_url: 'https://rpc.example.org', coin: 'BNB' }
    await route.fulfill({ json: body })
  })
  await injectWallet(page, { walletUrl, announced: [FOX], state: { chainId: OTHER_CHAIN, knows: [] } })
  await openDeposit(page, await newMember(request))
  const sheet = await review(page, '3')
  await sheet.getByRole('button', { name: 'Open the wallet' }).click()
  await expect(sheet.getByRole('list', { name: 'Progress of the payment' })).toBeVisible(within(20_000))
  const added = await page.evaluate(
    () => window.testWallet.asked.find(({ method }) => method === 'wallet_addEthereumChain')?.params,
  )
  expect(added).toEqual([
    {
      chainId: '0x7a69',
      chainName: 'BSC',
      rpcUrls: ['https://rpc.example.org'],
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    },
  ])
})

test('a wallet that never answers leaves a way to go on', async ({ page, request, walletUrl }) => {
  await injectWallet(page, { walletUrl, announced: [FOX], state: { faults: { eth_requestAccounts: 'hangs' } } })
  await page.clock.install()
  await openDeposit(page, await newMember(request))
  const sheet = await review(page, '3')
  const confirm = sheet.getByRole('button', { name: /Open the wallet|Try again/ })
  await confirm.click()
  await expect(sheet.getByText(/let this site see your account/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await page.clock.fastForward(121_000)
  await expect(sheet.getByRole('alert')).toContainText('The wallet has not answered. Nothing was paid.')

  await setWallet(page, { faults: { eth_sendTransaction: 'hangs' } })
  await confirm.click()
  await expect(sheet.getByText(/approve the payment there/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(sheet.getByRole('alert')).toContainText('it still arrives and appears under Deposit Details')
  await sheet.getByRole('button', { name: 'Back' }).click()
  await expect(sheet.getByLabel('Amount')).toHaveValue('3')
})

test('a hash is only a claim: unknown ones, and payments to others, are said to be that', async ({
  page,
  request,
  walletUrl,
}) => {
  const [member, stranger] = [await newMember(request), await newMember(request)]
  const { data: other } = await (
    await request.post('/api/wallet/generate', { headers: { authorization: `Bearer ${stranger.token}` } })
  ).json()
  const paid = await request.post('/api/demo/pay', { data: { address: other.wallet_address, amount: 5 } })
  const { transaction_hash: toStranger } = (await paid.json()).data
  await injectWallet(page, { walletUrl, announced: [FOX] })
  await openDeposit(page, member)

  for (const [hash, sentence] of [
    [toStranger, /does not pay your address/],
    [OF_NOBODY, /does not know this transaction yet/],
  ] as const) {
    await setWallet(page, { faults: { eth_sendTransaction: { answer: hash } } })
    const sheet = await review(page, '5')
    await sheet.getByRole('button', { name: 'Open the wallet' }).click()
    await expect(sheet.getByRole('alert')).toContainText(sentence, within(30_000))
    await expect(sheet.locator('[data-reached="true"]')).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Close' }).click()
  }
  await expect(page.getByText('No data found.')).toBeVisible()

  await test.step('and so is one of before', async () => {
    await page.getByRole('button', { name: 'Send test funds' }).click()
    await expect(depositRow(page)).toContainText('Completed', within(30_000))
    const history = await request.get('/api/transactions/history', {
      headers: { authorization: `Bearer ${member.token}` },
    })
    const [{ transaction }] = (await history.json()).data.transactions
    await setWallet(page, { faults: { eth_sendTransaction: { answer: transaction } } })
    const sheet = await review(page, '100')
    await sheet.getByRole('button', { name: 'Open the wallet' }).click()
    await expect(sheet.getByRole('alert')).toContainText('was here before')
    await expect(sheet.getByText('Your deposit is final.')).toBeHidden()
  })
})

test('with the keyboard alone', { tag: '@keyboard' }, async ({ page, request, walletUrl }) => {
  await injectWallet(page, { walletUrl, announced: [FOX, { ...FOX, uuid: '2', name: 'Second Wallet' }] })
  await openDeposit(page, await newMember(request))
  const button = page.getByRole('button', { name: 'Pay from a wallet' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Second Wallet' }))
  await page.keyboard.press('Enter')
  await expect(sheetOf(page).getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await tabTo(page, sheetOf(page).getByRole('button', { name: 'Open the wallet' }))
  await page.keyboard.press('Enter')
  await expect(sheetOf(page).getByText('Your deposit is final.')).toBeVisible(within(30_000))
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test(
  'axe finds nothing on the way, and nothing is wider than 320 pixels',
  { tag: '@axe' },
  async ({ page, request, walletUrl }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await injectWallet(page, { walletUrl, announced: [FOX, { ...FOX, uuid: '2', name: 'W'.repeat(60) }] })
    await openDeposit(page, await newMember(request))
    await page.getByRole('button', { name: 'Pay from a wallet' }).click()
    await expectNoViolations(page, 'choice of a wallet')
    await page.getByRole('button', { name: /^WWW/ }).click()
    await expectNoViolations(page, 'amount')
    await sheetOf(page).getByLabel('Amount').fill('9999999999.12345')
    await sheetOf(page).getByRole('button', { name: 'Review' }).click()
    await expectNoViolations(page, 'review')
    await expectNoWiderThan(page, 320, 'review')
    await setWallet(page, { faults: { eth_sendTransaction: { answer: OF_NOBODY } } })
    await sheetOf(page).getByRole('button', { name: 'Open the wallet' }).click()
    await expect(sheetOf(page).getByRole('alert')).toBeVisible(within(30_000))
    await expectNoViolations(page, 'progress')
    await expectNoWiderThan(page, 320, 'progress')
  },
)
