import { operatorCopy } from '../operator/copy.ts'
import { Button } from '../ui/button.tsx'
import { DialogSheet } from '../ui/dialog-sheet.tsx'
import { useIdleEnd } from './use-idle-end.ts'

const text = operatorCopy.session

/** A minute before the session ends for want of input, or because its whole time is over. */
export function IdleEnd() {
  const { warning, dismiss } = useIdleEnd()
  if (!warning) return null
  const isIdle = warning.why === 'idle'
  return (
    <DialogSheet title={isIdle ? text.idleTitle : text.wholeTitle} onClose={dismiss}>
      <p>{(isIdle ? text.idleText : text.wholeText)(warning.seconds)}</p>
      <Button autoFocus onClick={dismiss}>
        {isIdle ? text.stay : text.understood}
      </Button>
    </DialogSheet>
  )
}
