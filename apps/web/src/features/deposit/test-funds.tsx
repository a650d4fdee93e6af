import { failureText } from '../../lib/failure.ts'
import { showAmount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import screen from '../../ui/money-screen.module.css'
import { toast } from '../../ui/toasts.tsx'
import { useSendTestFundsMutation } from './api.ts'
import { depositCopy } from './copy.ts'
import { serverSentence } from '../../lib/server-words.ts'

const text = depositCopy
const TEST_AMOUNT = 100

/** In a demo: a payment from outside, at the press of a button. */
export function TestFunds({ address }: { address: string }) {
  const [send, { isLoading }] = useSendTestFundsMutation()

  const pay = async () => {
    if (isLoading) return
    try {
      const { message } = await send({ address, amount: TEST_AMOUNT }).unwrap()
      toast.success(serverSentence(message, text.testFundsSent))
    } catch (problem) {
      toast.error(failureText(problem, { field: 'message', fallback: text.testFundsFailed }))
    }
  }

  return (
    <div className={screen.limits}>
      <div>
        <Button variant="default" aria-disabled={isLoading} onClick={() => void pay()}>
          {text.testFunds}
        </Button>
      </div>
      <p className={screen.hint}>{text.testFundsHint(showAmount(TEST_AMOUNT))}</p>
    </div>
  )
}
