/** As members read them. */
export const ACCOUNT_NAMES = { impact: 'Impact', available: 'Available', held: 'Held' }
