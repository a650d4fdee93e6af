// English dates are written without `Intl`: its first use costs a slow phone a quarter of a second.
export const MONTHS = 'January February March April May June July August September October November December'.split(' ')
