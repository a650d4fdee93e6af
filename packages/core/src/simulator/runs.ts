/** Enough for whole percents to mean something, and few enough for a phone. */
export const RUNS = 200
