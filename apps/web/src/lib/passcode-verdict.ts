import { passcodeFault, type PasscodeOwner } from '@trefoil/core/identity/passcode'
import { scoreOptions } from '@trefoil/core/identity/passcode-score'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { passcodeCopy } from './passcode-copy.ts'

const zxcvbn = new ZxcvbnFactory(scoreOptions({ common, english, graphs: adjacencyGraphs }))

/** What the server would say: a sentence about what is wrong, or undefined. Load it only where a passcode is chosen. */
export function faultOf(passcode: string, owner: PasscodeOwner): string | undefined {
  const fault = passcodeFault(passcode, owner, (text) => zxcvbn.check(text).score)
  return fault && passcodeCopy[fault]
}
