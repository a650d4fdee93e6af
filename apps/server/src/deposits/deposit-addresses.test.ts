import type { KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Address, Chain } from '../chain/chain.ts'
import { keepSetting, settingOf } from '../chain/fingerprint.ts'
import { NONE_FORMER } from '../chain/open.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { indexOf, startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, randomAddress } from '../testing/payouts.ts'
import { dollars, type TestWallet } from '../testing/wallet.ts'
import { openDepositKey } from './deposit-key.ts'
import { issueAfterAbsence } from './pre-issue-addresses.ts'

const keyring = makeKeyring('the secret of every test database')
const hex = (key: KeyObject) => key.export().toString('hex')

async function scene() {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const member = wallet.members[0]!
  const confirmed = async (view: Chain = chain.chain) => {
    await chain.mine(3)
    await wallet.follow(view)
  }
  return { chain, wallet, member, confirmed, sweep: (view?: Chain) => payouts.sweep(view) }
}

const addressesOf = async ({ owner }: TestWallet) =>
  (
    await owner.query<{ address: Address; turn: number }>(
      'select address, turn from deposit_address where setting = 1 order by turn',
    )
  ).rows

test('nobody can count up the addresses of members, and dust on what they count uses up no turn', async () => {
  const { chain, wallet, confirmed } = await scene()
  const issued = await Promise.all(wallet.members.slice(0, 3).map((member) => wallet.addressOf(chain.chain, member)))
  const guessed = [...wallet.members, ...Array(20).keys()].flatMap((number) =>
    [0, 1].flatMap((turn) => [indexOf(number + turn), indexOf(number * 65_536 + turn)].map(chain.chain.depositAddress)),
  )
  expect(guessed.filter((address) => issued.includes(address))).toEqual([])
  await chain.pay(guessed[1]!, 1n)
  await confirmed()
  expect(await addressesOf(wallet)).toHaveLength(3)
  const { rows } = await wallet.owner.query(`select count(distinct index)::int as indices,
    count(*) filter (where index ~ '^0x0{8}')::int as small from deposit_address where setting = 1`)
  expect(rows).toEqual([{ indices: 3, small: 0 }])
})

test('a stranger who knows an address spends one turn at most, and a member has as many as they need', async () => {
  const { chain, wallet, member, confirmed } = await scene()
  const known = await wallet.addressOf(chain.chain, member)
  for (let times = 0; times < 3; times += 1) await chain.pay(known, 1n)
  await confirmed()
  // The one that is spent, and the two that follow.
  expect((await addressesOf(wallet)).map(({ turn }) => turn)).toEqual([0, 1, 2])
  await wallet.owner.query(
    `update deposit_address set turn = 1000000 where setting = 1 and turn = 0;
    delete from deposit_address where setting = 1 and turn in (1, 2)`,
  )
  await wallet.owner.query(`update deposit_address set expires_at = now() - interval '1 minute'`)
  const next = await wallet.addressOf(chain.chain, member)
  await chain.pay(next, UNIT)
  await confirmed()
  expect(await wallet.receivedBy(member)).toBe(dollars(1))
  await wallet.verify()
})

test('the key is the installation’s own, sealed and made once', async () => {
  const { wallet } = await scene()
  const keys = await Promise.all([1, 2, 3].map(() => openDepositKey(wallet.db, keyring)))
  expect(new Set(keys.map(hex)).size).toBe(1)
  const { rows } = await wallet.owner.query(`select value::text from installation where key = 'deposit key'`)
  expect(rows[0].value).not.toContain(hex(keys[0]!))
  await expect(openDepositKey(wallet.db, makeKeyring('another secret, which is long enough'))).rejects.toThrow()
})

test('a database restored from before it had a key makes the same one again, and another installation another', async () => {
  const { wallet } = await scene()
  const forget = `delete from installation where key = 'deposit key'`
  await wallet.owner.query(forget)
  const before = hex(await openDepositKey(wallet.db, keyring))
  await wallet.owner.query(forget)
  expect(hex(await openDepositKey(wallet.db, keyring))).toBe(before)
  await wallet.owner.query(forget)
  expect(hex(await openDepositKey(wallet.db, makeKeyring('another secret, which is long enough')))).not.toBe(before)
  await wallet.owner.query(
    `${forget}; alter table installation disable trigger user;
     update installation set value = '{"id": "another"}' where key = 'id';
     alter table installation enable trigger user`,
  )
  expect(hex(await openDepositKey(wallet.db, keyring))).not.toBe(before)
})

test('an address from before indices were keyed is watched and swept forever, and handed out no more', async () => {
  const { chain, wallet, member, confirmed, sweep } = await scene()
  const counted = (turn: number) => chain.chain.depositAddress(indexOf(member * 65_536 + turn))
  // As the migration leaves it.
  await wallet.owner.query(`insert into installation (key, value) values ('counted addresses', '{}')`)
  await wallet.owner.query(
    `insert into deposit_address (address, index, member_id, setting, turn, expires_at)
     values ($1, $2, $3, 0, 0, now() + interval '1 hour')`,
    [counted(0), indexOf(member * 65_536), member],
  )
  expect(await wallet.addressOf(chain.chain, member)).not.toBe(counted(0))
  await chain.pay(counted(0), 3n * UNIT)
  // Issued by the version before, after the backup that this database was restored from.
  await chain.pay(counted(1), 4n * UNIT)
  await confirmed()
  expect(await wallet.receivedBy(member)).toBe(dollars(7))
  await sweep()
  expect(await chain.chain.balanceOf(chain.chain.treasury)).toBe(7n * UNIT)
  await issueAfterAbsence({ db: wallet.db, addresses: await wallet.addresses(chain.chain) })
  await chain.pay(chain.chain.depositAddress(indexOf(wallet.members[1]! * 65_536)), 5n * UNIT)
  await confirmed()
  expect(await wallet.receivedBy(wallet.members[1]!)).toBe(dollars(5))
  await wallet.verify()
})

test('after a change of the treasury members get other addresses, and the former ones still reach theirs', async () => {
  const { chain, wallet, member, confirmed, sweep } = await scene()
  const before = await wallet.addressOf(chain.chain, member)
  const treasury = randomAddress()
  const view = chain.view([chain.url], { treasury, former: { ...NONE_FORMER, treasuries: [chain.chain.treasury] } })
  await expect(wallet.addresses(view)).rejects.toThrow(`CHAIN_TREASURY ${chain.chain.treasury}, not ${treasury}`)
  await keepSetting(wallet.db, { ...settingOf(view), number: 2 })
  const after = await wallet.addressOf(view, member)
  expect(after).not.toBe(before)
  await chain.pay(before, 3n * UNIT)
  await chain.pay(after, 4n * UNIT)
  await confirmed(view)
  expect(await wallet.receivedBy(member)).toBe(dollars(7))
  await sweep(view)
  expect(await Promise.all([chain.chain.treasury, treasury].map((each) => chain.chain.balanceOf(each)))).toEqual([
    3n * UNIT,
    4n * UNIT,
  ])
  // Swept, and nobody's mistake that an operator could credit once more.
  expect((await wallet.owner.query('select kind from unmatched_transfer')).rows).toEqual([])
  await wallet.verify()
})
