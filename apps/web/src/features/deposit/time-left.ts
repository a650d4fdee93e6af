import { depositCopy } from './copy.ts'

const { minutes, seconds } = depositCopy

/** "59 minutes", and in the last one "45 seconds". */
export function timeLeft(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / 1000))
  return left >= 60 ? minutes(Math.floor(left / 60)) : seconds(left)
}
