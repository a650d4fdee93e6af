/** Whether this is `npm run test:long`, where slow tests that rarely fail run. */
export const isLong = process.env['TREFOIL_LONG'] === '1'
