import type { Holding, VersionStatus } from '../secrets/status.ts'

/** One line for each version, and one for each thing that needs it. */
export const describeStatus = (versions: readonly VersionStatus[]): string =>
  versions.map((status) => [describeVersion(status), ...describeHoldings(status)].join('\n')).join('\n')

function describeVersion({ version, given, isNewest, holds, removable_from: from }: VersionStatus): string {
  const name = `Version ${version}`
  if (isNewest) return `${name}: for new data.`
  if (!given) return `${name}: NOT GIVEN.`
  if (holds.length === 0) return `${name}: nothing needs it. It may be removed from TREFOIL_SECRET.`
  if (from !== null) return `${name}: may be removed from TREFOIL_SECRET from ${moment(from)} on.`
  return holds.some(({ ends }) => ends === 'by rotation')
    ? `${name}: still needed. \`npm run trefoil -- secret rotate\` encrypts with the first version.`
    : `${name}: still needed, until these are used or renewed by their owners.`
}

const describeHoldings = ({ isNewest, holds }: VersionStatus): string[] =>
  isNewest ? [] : holds.map((holding) => `  ${holding.count} ${holding.what}${describeEnd(holding)}`)

const describeEnd = ({ until }: Holding): string => (until === undefined ? '' : `, the last until ${moment(until)}`)

const moment = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`
