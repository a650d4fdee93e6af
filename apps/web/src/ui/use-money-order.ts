import type { SecondFactor } from '@trefoil/contract/shapes'
import { useState } from 'react'
import { failureText, isTwoFactorRequired, isWrongCode } from '../lib/failure.ts'
import { submissionKeys } from '../lib/submission-key.ts'
import { toast } from './toasts.tsx'

type MoneyOrderOptions<Asked, Body, Reply> = {
  bodyOf: (asked: Asked) => Body
  send: (call: { key: string; body: Body & { code?: SecondFactor } }, asked: Asked) => Promise<Reply>
  onSent: (reply: Reply, asked: Asked) => void
  failure: { field: 'error' | 'message'; fallback: string }
  /** Known beforehand; otherwise the code is asked for once the server wants it. */
  needsCode?: boolean
}

/** What the sheet that confirms it needs. */
export type MoneyOrder = {
  codeAsked: boolean
  /** Answers what is wrong with the second factor, where it is that: then the question stays. */
  confirm: (code: SecondFactor | undefined) => Promise<string | undefined>
  cancel: () => void
}

/** Money that a form wants to send: asked for, confirmed in a sheet, and sent once, however often it is tried. */
export function useMoneyOrder<Asked, Body extends object, Reply>({
  bodyOf,
  send,
  onSent,
  failure,
  needsCode = false,
}: MoneyOrderOptions<Asked, Body, Reply>): MoneyOrder & { asked: Asked | null; ask: (asked: Asked | null) => void } {
  const [keys] = useState(submissionKeys)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [codeAsked, setCodeAsked] = useState(false)

  const cancel = () => {
    setAsked(null)
    setCodeAsked(false)
  }

  const confirm = async (code: SecondFactor | undefined) => {
    if (asked === null) return undefined
    const body = bodyOf(asked)
    try {
      // By what was asked: the same body may be sent to different places.
      const key = keys.keyFor({ asked })
      const reply = await send({ key, body: code === undefined ? body : { ...body, code } }, asked)
      keys.settle()
      cancel()
      onSent(reply, asked)
    } catch (problem) {
      if (isTwoFactorRequired(problem)) {
        setCodeAsked(true)
        return undefined
      }
      const words = failureText(problem, failure)
      toast.error(words)
      if (isWrongCode(problem)) return words
      cancel()
    }
    return undefined
  }

  return { asked, ask: setAsked, codeAsked: codeAsked || needsCode, confirm, cancel }
}
