import { expect, test } from 'vitest'
import { expectFullLevels } from '../testing/full-levels.ts'
import { growNetwork } from '../testing/network.ts'
import { newMember, PASSCODE } from '../testing/people.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { startTestServer } from '../testing/server.ts'
import { median } from '../testing/median.ts'

const SIGN_UPS = 1000

test(
  '1,000 sign-ups at once on one code through two server processes: 1,000 places, none twice, none skipped',
  {
    timeout: 300_000,
  },
  async () => {
    const server = await startTestServer()
    const limits = { LIMIT_SIGN_UPS_PER_HOUR: '1000000' }
    const processes = await Promise.all([startServerProcess(server, limits), startServerProcess(server, limits)])
    const { referralCode } = await newMember(server)
    const answers = await Promise.all(
      Array.from({ length: SIGN_UPS }, (_, index) =>
        processes[index % 2]!.visit().post('/api/users/register', {
          name: `Newcomer ${index}`,
          email: `newcomer.${index}@example.org`,
          password: PASSCODE,
          referral_code: referralCode,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([])
    const { rows } = await server.database.query('select id from member where referral_code = $1', [referralCode])
    await expectFullLevels(server.database, { sponsor: rows[0].id, count: SIGN_UPS })
  },
)

test('a chain of 100,000 grows as fast at its end as at its beginning', { timeout: 1_200_000 }, async () => {
  const server = await startTestServer()
  const [first = 0] = await growNetwork(server.database, [1])
  const tens = 10
  const seconds: number[] = []
  let last = first
  for (let ten = 0; ten < tens; ten += 1) {
    const begun = performance.now()
    last = await lengthenChain(server.database, { last, by: 10_000 })
    seconds.push((performance.now() - begun) / 1000)
  }
  const { rows } = await server.database.query('select depth, upline, seats from member where id = $1', [last])
  expect(rows[0].upline).toEqual(Array.from({ length: 10 }, (_, up) => last - 1 - up))
  expect(rows[0].seats).toEqual(Array<number>(10).fill(0))
  const { rows: top } = await server.database.query('select sizes from team where member_id = $1', [first])
  expect(top[0].sizes).toEqual(Array<number>(10).fill(1))
  expect(median(seconds.slice(-3))).toBeLessThan(2 * median(seconds.slice(0, 3)))
})

/** Each member under the one before, in a transaction of its own. */
async function lengthenChain(
  database: Awaited<ReturnType<typeof startTestServer>>['database'],
  chain: { last: number; by: number },
) {
  const { rows } = await database.query<{ first: number; last: number }>(
    `with opened as (
       insert into account (role, name, email, key_hash, key_box, passcode_hash)
       select 'member', 'Link', gen_random_uuid() || '@example.org', sha256(gen_random_uuid()::text::bytea), '', ''
       from generate_series(1, $1::int) returning id
     ) select min(id) as first, max(id) as last from opened`,
    [chain.by],
  )
  const { first, last } = rows[0]!
  await database.query(`set synchronous_commit = off`)
  await database.query(`do $$ begin
    for id in ${first}..${last} loop
      insert into member_balance (member_id) values (id);
      perform place_member(id, 'chain ' || id, case id when ${first} then ${chain.last} else id - 1 end);
      commit;
    end loop;
  end $$`)
  return last
}
