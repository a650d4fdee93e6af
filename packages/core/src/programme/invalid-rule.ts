import { parseUsd, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'

/** Refuses a programme that breaks a rule, with a sentence for the operator who entered it. */
export const invalidRule = (sentence: string): Refusal => new Refusal('invalid_request', sentence)

export function readRuleUsd(what: string, dollars: number): Usd {
  try {
    return parseUsd(dollars)
  } catch (error) {
    if (error instanceof Refusal) throw invalidRule(`${what}: ${error.message}`)
    throw error
  }
}
