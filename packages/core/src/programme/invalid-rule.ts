import { parseUsd, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'

/** A rule that no programme may have, with a sentence for the operator who asked for it. */
export const invalidRule = (sentence: string): Refusal => new Refusal('invalid_request', sentence)

export function readRuleUsd(what: string, dollars: number): Usd {
  try {
    return parseUsd(dollars)
  } catch (error) {
    if (error instanceof Refusal) throw invalidRule(`${what}: ${error.message}`)
    throw error
  }
}
