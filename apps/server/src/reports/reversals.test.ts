import { expect, test } from 'vitest'
import { donate, fundedMember, sendMoney, type Funded } from '../testing/money.ts'
import { journalOf, reversing, sponsorAndDonor } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const { propose, agree } = reversing(await signInStaff(server))
const why = 'Sent by mistake'
const DATE = String.raw`\d{4}-\d{2}-\d{2}`

async function reverse(reference: string): Promise<void> {
  expect((await agree(await propose(await journalOf(server, reference)))).status).toBe(200)
}

type Activity = { type: string; description: string; metadata: object }
const activities = async ({ visitor }: Funded): Promise<Activity[]> =>
  (await visitor.get('/api/activities/history')).body.data.activities

test('a reversed donation is one entry, with its original, for the donor and for those who had a share', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const reference = (await donate(donor.visitor, 100)).body.data.donation_id
  await reverse(reference)
  const own = await activities(donor)
  expect(own.slice(0, 2)).toMatchObject([
    {
      type: 'Reversal',
      description: expect.stringMatching(`^Reversal of your donation of \\$100.00000 on ${DATE}: ${why}$`),
      code: 'reversal_of_donation',
      params: { amount: '$100.00000', day: expect.stringMatching(DATE), why },
      metadata: {
        amount: 100,
        direction: 'in',
        reversal_of: { type: 'Donation', _id: reference, created_at: expect.any(String) },
      },
    },
    { type: 'Donation', description: 'Donation of $100.00000 to The cause (reversed)', metadata: { reversed: true } },
  ])
  expect(own.filter(({ type }) => type === 'Reversal')).toHaveLength(1)
  expect((await donor.visitor.get('/api/donations/history')).body.data.donations[0]).toMatchObject({
    _id: reference,
    status: 'reversed',
  })

  const shares = await activities(sponsor)
  expect(shares.map(({ type, metadata }) => [type, metadata])).toEqual(
    expect.arrayContaining([
      [
        'Reversal',
        expect.objectContaining({
          amount: 10,
          direction: 'out',
          reversal_of: expect.objectContaining({ type: 'Earning', _id: null }),
        }),
      ],
      ['Earning', expect.objectContaining({ amount: 10, reversed: true })],
    ]),
  )
  expect(shares.find(({ type }) => type === 'Reversal')?.description).toMatch(
    new RegExp(`^Reversal of your share of .*'s donation on ${DATE} \\((sponsor|level 1)\\): ${why}$`),
  )
})

test('months count what stands: of earnings, of the team’s donations, and one event for each reversal', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const read = async (path: string) => (await sponsor.visitor.get(path)).body.data
  const before = [await read('/api/reports/earnings'), await read('/api/reports/performance')]
  const reference = (await donate(donor.visitor, 100)).body.data.donation_id
  expect((await read('/api/reports/performance')).months.at(-1)).toMatchObject({ donations: 1, donated: 100 })
  await reverse(reference)
  expect([await read('/api/reports/earnings'), await read('/api/reports/performance')]).toEqual(before)
  expect((await read('/api/users/profile')).stats.total_earn).toBe(0)
  const { months } = (await donor.visitor.get('/api/activities/stats')).body.data
  expect(months.at(-1).types).toEqual(expect.arrayContaining([{ type: 'Reversal', count: 1, amount: 100 }]))
})

test('a donation that is reversed before its month was counted is not counted', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  await reverse((await donate(donor.visitor, 100)).body.data.donation_id)
  const { months } = (await sponsor.visitor.get('/api/reports/performance')).body.data
  expect(months.at(-1)).toMatchObject({ donations: 0, donated: 0 })
})

test('both sides of a transfer see that it was reversed', async () => {
  const [sender, recipient] = [await fundedMember(server, 100), await fundedMember(server, 0)]
  const { body } = await sendMoney(sender.visitor, { amount: 40, recipient_id: recipient.privateKey })
  const reference = body.data.transfer_id
  await reverse(reference)
  for (const [member, direction, words, code] of [
    [sender, 'in', 'Reversal of your transfer to', 'reversal_of_transfer_to'],
    [recipient, 'out', 'Reversal of the transfer from', 'reversal_of_transfer_from'],
  ] as const) {
    const [reversal, original] = await activities(member)
    expect(reversal).toMatchObject({
      description: expect.stringContaining(words),
      code,
      metadata: { amount: 40, direction, reversal_of: { type: 'Transfer', _id: reference } },
    })
    expect(original?.description).toMatch(/\(reversed\)$/)
    const { transfers } = (await member.visitor.get('/api/transfers/history')).body.data
    expect(transfers[0]).toMatchObject({ _id: reference, status: 'reversed' })
  }
})
