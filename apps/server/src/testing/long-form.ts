/** What is slow and rarely fails runs in `npm run test:long` alone. */
export const isLong = process.env['TREFOIL_LONG'] === '1'
