import { scoreOptions } from '@trefoil/core/identity/passcode-score'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

const zxcvbn = new ZxcvbnFactory(scoreOptions({ common, english, graphs: adjacencyGraphs }))

export const scorePasscode = (text: string): number => zxcvbn.check(text).score
