import type { Behaviour } from '../facts/behaviour.ts'

/** What the members of the demo did: drawn from where there are no facts of one's own yet. */
export const DEMO_BEHAVIOUR: Behaviour = {
  referrals: [
    { from: 0, to: 0, people: 260, mean: 0 },
    { from: 1, to: 1, people: 60, mean: 1 },
    { from: 2, to: 2, people: 26, mean: 2 },
    { from: 3, to: 3, people: 16, mean: 3 },
    { from: 4, to: 5, people: 20, mean: 4.5 },
    { from: 6, to: null, people: 18, mean: 8.3 },
  ],
  donations: [
    { from: 0, to: 0, people: 42, mean: 0 },
    { from: 1, to: 1, people: 69, mean: 1 },
    { from: 2, to: 2, people: 60, mean: 2 },
    { from: 3, to: 3, people: 61, mean: 3 },
    { from: 4, to: 5, people: 73, mean: 4.4 },
    { from: 6, to: 8, people: 61, mean: 6.9 },
    { from: 9, to: 12, people: 19, mean: 10 },
    { from: 13, to: null, people: 15, mean: 16 },
  ],
  gift: [
    { from: 0, to: 14, people: 167, mean: 11.2 },
    { from: 15, to: 19, people: 20, mean: 17.2 },
    { from: 20, to: 29, people: 51, mean: 22.6 },
    { from: 30, to: 44, people: 57, mean: 36.2 },
    { from: 45, to: 69, people: 43, mean: 54.9 },
    { from: 70, to: null, people: 20, mean: 132.3 },
  ],
  above: [
    { from: 0, to: 0, people: 15, mean: 0, full: 100 },
    { from: 1, to: 1, people: 30, mean: 1, full: 30 },
    { from: 2, to: 2, people: 21, mean: 2, full: 10 },
    { from: 3, to: 3, people: 23, mean: 3, full: 9 },
    { from: 4, to: 4, people: 22, mean: 4, full: 9 },
    { from: 5, to: 5, people: 11, mean: 5, full: 0 },
    { from: 6, to: null, people: 18, mean: 8.2, full: 0 },
  ],
  depth: 9,
}
