import type { Behaviour } from '@trefoil/core/facts/behaviour'
import { parseUsd } from '@trefoil/core/money'
import { readProgramme, type ProgrammeRecord } from '@trefoil/core/programme/programme-record'
import { RUNS } from '@trefoil/core/simulator/runs'
import { simulate, type Answer } from '@trefoil/core/simulator/simulate'

export type Asked = {
  version: number
  rules: ProgrammeRecord
  behaviour: Behaviour
  /** `gift` in dollars. */
  plan: { gift: number; gifts: number; referrals: number }
  seed: number
}

export type Answers = { asBefore: Answer; stops: Answer }

/** Both cases, always: who looks at one sees the other. */
onmessage = ({ data }: MessageEvent<Asked>) => {
  const { version, rules, behaviour, plan, seed } = data
  const question = {
    programme: readProgramme(version, rules),
    behaviour,
    plan: { ...plan, gift: parseUsd(plan.gift) },
    seed,
    runs: RUNS,
  }
  const answers: Answers = {
    asBefore: simulate({ ...question, growthStops: false }),
    stops: simulate({ ...question, growthStops: true }),
  }
  postMessage(answers)
}
