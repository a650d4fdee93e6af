import type { APIRequestContext, Page } from '@playwright/test'
import { partOf } from './consent-walk.ts'
import { injectWallet, LOCAL_CHAIN_ID, type WalletState } from './injected-wallet.ts'
import { MEMBER_REPLIES } from './longest/member-replies.ts'
import { answerWith } from './longest/screens.ts'
import { LONG } from './longest/values.ts'
import { newMember, openAs } from './members.ts'
import type { Walk } from './opened.ts'
import { settled } from './people.ts'
import { expect } from './test.ts'

const OTHER_CHAIN = 1
const SHOWS_ACCOUNT: WalletState['faults'] = { eth_requestAccounts: { answer: [LONG.address] } }

const STAGES: [stage: string, method: string, problem: string][] = [
  ['connecting', 'eth_requestAccounts', 'silent'],
  ['network', 'eth_chainId', 'silent'],
  ['sending', 'eth_sendTransaction', 'silentAfterSending'],
]

const PROBLEMS: [problem: string, state: Partial<WalletState>][] = [
  ['rejected', { faults: { eth_requestAccounts: { code: 4001 } } }],
  ['disconnected', { faults: { eth_requestAccounts: { code: 4900 } } }],
  ['asking', { faults: { eth_requestAccounts: { code: -32_002 } } }],
  ['noAccount', { faults: { eth_requestAccounts: { answer: [] } } }],
  ['failed', { faults: { eth_requestAccounts: { code: -32_603 } } }],
  ['otherChain', { chainId: OTHER_CHAIN, faults: { ...SHOWS_ACCOUNT, wallet_switchEthereumChain: { answer: null } } }],
  ['unknownChain', { chainId: OTHER_CHAIN, knows: [], faults: SHOWS_ACCOUNT }],
  ['noHash', { faults: { ...SHOWS_ACCOUNT, eth_sendTransaction: { answer: '0x' } } }],
]

const FOUND: [state: string, message: string][] = [
  ['pending', 'waiting'],
  ['failed', 'doubts.failed'],
  ['other', 'doubts.other'],
]

/** Paying from a wallet: every step, and whatever wallet and network may answer. Nothing is really paid. */
export async function visitPaySheet(page: Page, request: APIRequestContext, { said, look }: Walk): Promise<void> {
  const announced = ['W'.repeat(60), 'Fox Wallet'].map((name) => ({ uuid: name, name, icon: '', rdns: 'org.example' }))
  await injectWallet(page, { walletUrl: '', announced })
  const sheet = page.getByRole('dialog')
  const press = (id: string) => sheet.getByRole('button', { name: said(id), exact: true }).click()
  const pay = sheet.locator('button[type="submit"]')
  const set = (state: Partial<WalletState>) =>
    page.evaluate((changes) => void Object.assign(window.testWallet, changes), {
      chainId: LOCAL_CHAIN_ID,
      knows: [LOCAL_CHAIN_ID],
      faults: {},
      ...state,
    })
  const choose = async () => {
    await page.getByRole('button', { name: said('deposit.pay') }).click()
    await expect(sheet.getByRole('listitem')).toHaveCount(2)
  }
  const review = async () => {
    await sheet.getByRole('textbox', { name: said('pay.amount') }).fill('9999999999.12345')
    await press('pay.review')
    await expect(sheet.getByText(said('pay.reviewNote'))).toBeVisible()
  }

  await openAs(page, await newMember(request), '/deposit')
  await settled(page)
  await choose()
  await look('wallets to choose from')
  await sheet.getByRole('listitem').first().click()
  await press('pay.review')
  await expect(sheet.getByText(said('pay.amountRequired'))).toBeVisible()
  await look('amount to pay from a wallet')
  await review()
  await look('payment to review')

  for (const [stage, method, problem] of STAGES) {
    await set({ faults: { ...SHOWS_ACCOUNT, [method]: 'hangs' } })
    await pay.click()
    await expect(sheet.getByText(said(`pay.stages.${stage}`))).toBeVisible()
    await look(`wallet is asked: ${stage}`)
    await press('pay.stop')
    await expect(sheet.getByText(said(`pay.problems.${problem}`))).toBeVisible()
    await look(`wallet did not answer: ${stage}`)
  }
  for (const [problem, state] of PROBLEMS) {
    await set(state)
    await pay.click()
    await expect(sheet.getByText(partOf(said(`pay.problems.${problem}`)))).toBeVisible()
    await look(`problem with the wallet: ${problem}`)
  }

  for (const [index, [state, message]] of FOUND.entries()) {
    // What was found out about a transaction is not asked again.
    await set({ faults: { ...SHOWS_ACCOUNT, eth_sendTransaction: { answer: LONG.hash.slice(0, -1) + index } } })
    await answerWith(page, { '/wallet/payment': { success: true, message: '', data: { state, amount: null } } })
    await pay.click()
    await expect(sheet.getByText(said(`pay.${message}`))).toBeVisible()
    await look(`payment is ${state}`)
    await press('pay.close')
    await choose()
    await sheet.getByRole('listitem').first().click()
    await review()
  }

  await answerWith(page, MEMBER_REPLIES)
  await page.reload()
  await settled(page)
  await set({ faults: { ...SHOWS_ACCOUNT, eth_sendTransaction: { answer: LONG.hash } } })
  await choose()
  await sheet.getByRole('listitem').first().click()
  await review()
  await pay.click()
  await expect(sheet.getByText(said('pay.doubts.known'))).toBeVisible()
  await look('payment that was here before')
}
