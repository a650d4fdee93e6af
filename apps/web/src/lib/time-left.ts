import { dashboardCopy } from './dashboard-copy.ts'

const { minutes, seconds } = dashboardCopy.deposit

/** "59 minutes", and in the last minute "45 seconds". Rounded up: it reaches zero only when it is over. */
export function timeLeft(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / 1000))
  return left > 60 ? minutes(Math.ceil(left / 60)) : left === 60 ? minutes(1) : seconds(left)
}
