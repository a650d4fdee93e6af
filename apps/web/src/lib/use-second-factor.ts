import type { PasskeyAssertion, SecondFactor } from '@trefoil/contract/shapes'
import { useState } from 'react'
import { tidyCode } from './tidy-code.ts'

/** The second factor of a form: the code that was typed, or the answer of a passkey, which is sent once. */
export type SecondFactorInput = ReturnType<typeof makeInput>

export function useSecondFactor(codeRequired: string): SecondFactorInput {
  const [input] = useState(() => makeInput(codeRequired))
  return input
}

function makeInput(codeRequired: string) {
  let answer: PasskeyAssertion | undefined
  return {
    /** Of the field for the code. */
    rules: {
      validate: (typed: string | undefined) => answer !== undefined || (typed ?? '').trim() !== '' || codeRequired,
      onChange: () => {
        answer = undefined
      },
    },
    give: (given: PasskeyAssertion) => {
      answer = given
    },
    take: (typed: string): SecondFactor => {
      const given = answer ?? tidyCode(typed)
      answer = undefined
      return given
    },
  }
}
