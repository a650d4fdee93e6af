import { CSV_START, csvLines, type Cell } from '../csv.ts'
import type { Facts } from './facts.ts'
import { FACTS_IN_WORDS, mostBackInWords } from './words.ts'

const FEW = 'fewer than 10 people'
const NOT_YET = 'not yet'

/** Everything on the page, in the same order. */
export function factsCsv(facts: Facts): string {
  const { day, version, people, everyone, net, cohorts, top, referrals_of_earners: referrals } = facts
  const rows: Cell[][] = [
    ['section', 'group', 'figure', 'value'],
    ['Everyone', 'everyone', 'people', people ?? FEW],
    ['Everyone', 'everyone', 'earned nothing, %', everyone?.earned_nothing ?? FEW],
    ['Everyone', 'everyone', 'got back less than they gave, %', everyone?.got_back_less ?? FEW],
    ['The most', 'everyone', `under version ${version}`, mostBackInWords(facts.most_back)],
    ...net.flatMap((line): Cell[][] => [
      ['Net', `P${line.percentile}`, 'earned minus given, $', line.net ?? FEW],
      ['Net', `P${line.percentile}`, 'withdrawn, $', line.withdrawn ?? FEW],
    ]),
    ...cohorts.flatMap(({ from, to, people: joined, after }): Cell[][] => [
      ['Cohorts', `${from} to ${to}`, 'people', joined],
      ...after.flatMap(({ months, earned_nothing, got_back_less }): Cell[][] => [
        ['Cohorts', `${from} to ${to}`, `earned nothing after ${months} months, %`, earned_nothing ?? NOT_YET],
        ['Cohorts', `${from} to ${to}`, `got back less after ${months} months, %`, got_back_less ?? NOT_YET],
      ]),
    ]),
    ...top.map(({ percent, share }): Cell[] => [
      'Top earners',
      `top ${percent} %`,
      'share of everything earned, %',
      share ?? FEW,
    ]),
    ...referrals.map((line): Cell[] => [
      'Top earners',
      `P${line.percentile} of those who earned`,
      'referrals',
      line.referrals ?? FEW,
    ]),
    ['About', 'date', 'day (UTC)', day],
    ['About', 'version', 'programme version', version],
    ['About', 'ledger', 'newest journal', facts.journal],
    ...FACTS_IN_WORDS.map((words): Cell[] => ['About', 'query', 'in words', words]),
  ]
  return CSV_START + csvLines(rows)
}
