import { plural } from '@trefoil/core/language/translate'
import { messages } from '../languages/messages.ts'

/** What documents for members say. CSV files, which programs read, are in English. */
export const documentTexts = messages('documents', {
  page: ({ number }: { number: number }) => `Page ${number}`,
  range: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  asOf: ({ time }: { time: string }) => `As of ${time}: these days are not over yet.`,
  columns: {
    account: 'Account',
    opening: 'Opening',
    change: 'Change',
    closing: 'Closing',
    kind: 'Kind',
    lines: 'Lines',
    in: 'In',
    out: 'Out',
    date: 'Date (UTC)',
    description: 'Description',
    amount: 'Amount',
    balance: 'Balance',
    cause: 'Cause',
    donations: 'Donations',
    given: 'Given',
    month: 'Month',
    reference: 'Reference',
  },
  accounts: { impact: 'Impact', available: 'Available', held: 'Held' },
  kinds: {
    Deposit: 'Deposit',
    Withdrawal: 'Withdrawal',
    Donation: 'Donation',
    Earning: 'Earning',
    Transfer: 'Transfer',
    Adjustment: 'Adjustment',
    Closing: 'Closing',
    Reversal: 'Reversal',
  },
  statement: {
    title: 'Statement',
    titleOf: ({ range }: { range: string }) => `Statement, ${range}`,
    balances: 'Balances',
    totals: 'Totals by kind',
    lines: 'Lines',
    nothing: 'Nothing happened in these days.',
  },
  giving: {
    title: ({ year }: { year: string }) => `Giving in ${year}`,
    given: ({ count }: { count: number }) =>
      plural(count, { one: `Given in ${count} donation.`, other: `Given in ${count} donations.` }),
    notCounted: ({ count, amount }: { count: number; amount: string }) =>
      plural(count, {
        one: `Not counted: ${count} donation of ${amount} in all, reversed since.`,
        other: `Not counted: ${count} donations of ${amount} in all, reversed since.`,
      }),
    byCause: 'By cause',
    byMonth: 'By month',
    donations: 'Donations',
    reversed: ({ reference, day }: { reference: string; day: string }) =>
      `${reference} (reversed on ${day}, not counted)`,
    nothing: 'There are no donations in this year.',
  },
  receipt: {
    titleOf: ({ reference }: { reference: string }) => `Receipt ${reference}`,
    title: 'Donation receipt',
    thanks: 'Thank you for giving.',
    reversed: ({ time }: { time: string }) => `This donation was reversed on ${time}.`,
    reference: 'Reference',
    amount: 'Amount',
    dollars: ({ amount }: { amount: string }) => `${amount} (US dollars)`,
    date: 'Date',
    givenBy: 'Given by',
    cause: 'Cause',
    position: 'Log position',
    isGenuine: 'Is it genuine?',
    scan: 'Scan the code, or open the address below. The page says whether this receipt is genuine, with its amount, date, cause and log position, and nothing about who gave.',
    code: ({ link }: { link: string }) => `QR code of ${link}`,
    taxes: 'For your tax return',
  },
})

export type DocumentTexts = ReturnType<typeof documentTexts>
