import { FIELDS, HILLS, LAKE, type Landscape } from './draw-landscape.ts'

export type CauseStory = {
  slug: string
  name: string
  summary: string
  /** CommonMark. */
  story: string
  legalName: string
  picture: { landscape: Landscape; description: string }
  updates: readonly { daysAgo: number; title: string; text: string }[]
}

/** All of them invented. The first is the one that every installation begins with. */
export const CAUSES: readonly CauseStory[] = [
  {
    slug: 'the-cause',
    name: 'The cause',
    summary: 'Trees, wells and a school garden for the villages of an invented valley.',
    story: `The valley of this demo does not exist, and neither do its three villages. What would happen with a donation to them does.

# What the money is for

- **Trees** on the slopes, so that the soil stays when the rain comes
- **Wells** that do not run dry in March
- **A garden** beside the school, which feeds it at noon

# How you can follow it

Every donation names its cause in the ledger. What the cause was given, what it was paid and what still waits stand on this page, and each payout with its transaction.`,
    legalName: 'The Invented Valley Trust',
    picture: { landscape: HILLS, description: 'Green hills in the morning' },
    updates: [
      {
        daysAgo: 96,
        title: 'The first thousand trees',
        text: 'Acacias and mangoes, planted by both schools in **two days**. Nine of ten took root.',
      },
      {
        daysAgo: 19,
        title: 'Water in the upper village',
        text: 'The pump runs. Who walked an hour for water now walks five minutes.',
      },
    ],
  },
  {
    slug: 'clean-water',
    name: 'Clean water',
    summary: 'Filters and taps around an invented lake, from which nobody should have to drink as it is.',
    story: `The lake looks clear, and is not. Neither it nor the people around it exist; filters like these do.

# What the money is for

- **A slow sand filter** for each landing place: sand, gravel and no electricity
- **Taps** close to where people cook
- **Two people in each village** who learn to clean the filter, and are paid for it

# What it costs

A filter serves 150 people for ten years. Most of its price is the transport of the sand.`,
    legalName: 'The Invented Lake Water Fund',
    picture: { landscape: LAKE, description: 'A lake before distant hills' },
    updates: [
      {
        daysAgo: 33,
        title: 'The fourth filter is filled',
        text: 'It took **nine boats** of sand. The first water goes to the garden; after three weeks it may be drunk.',
      },
    ],
  },
  {
    slug: 'school-meals',
    name: 'School meals',
    summary: 'A warm meal at noon in five invented schools, cooked from what grows next door.',
    story: `Who is hungry learns little. These five schools are invented; that a meal fills a classroom is not.

# What the money is for

- **Beans, maize and oil**, bought from the parents who grow them
- **Stoves** that need half the wood
- **Cooks** from the village, with a contract

# How a day goes

The fire is lit at seven, and the first bowls are full at noon. What is left goes home with the youngest.`,
    legalName: 'The Invented Kitchen Association',
    picture: { landscape: FIELDS, description: 'Fields under a low sun' },
    updates: [
      {
        daysAgo: 58,
        title: 'The third school cooks',
        text: 'Its stove was built by the **oldest class**, in a week. 212 children eat there now.',
      },
    ],
  },
]
