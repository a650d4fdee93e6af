import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Link } from 'react-router'
import IconCircle from '~icons/tabler/circle'
import IconCircleCheck from '~icons/tabler/circle-check'
import { firstStepsEnded, selectSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failureText } from '../../lib/failure.ts'
import { useDismissFirstStepsMutation } from './api.ts'
import { overviewCopy } from './copy.ts'
import styles from './first-steps.module.css'
import type { Member } from './member.ts'

const text = overviewCopy.firstSteps

const STEPS = [
  { name: 'deposit', to: '/dashboard/deposit' },
  { name: 'donate', to: '/dashboard/donate' },
  { name: 'share', to: '/dashboard/network' },
  { name: 'secure', to: '/dashboard/setting?tab=security' },
] as const

/** What a newcomer does first. Gone for good once all of it is done, which the server notices, or dismissed. */
export function FirstSteps({ member }: { member: Member | undefined }) {
  const [dismiss, { isLoading }] = useDismissFirstStepsMutation()
  const dispatch = useDispatch()
  // Known from the sign-in, so that nothing moves when the profile arrives.
  const isExpected = useSelector(selectSession)?.user.first_steps === true
  const steps = member?.first_steps

  const end = async () => {
    if (isLoading) return
    try {
      await dismiss().unwrap()
      dispatch(firstStepsEnded())
    } catch (problem) {
      toast.error(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  const isOver = steps === null
  useEffect(() => {
    if (isOver && isExpected) dispatch(firstStepsEnded())
  }, [isOver, isExpected, dispatch])

  if (isOver || (steps === undefined && !isExpected)) return null
  return (
    <section className={styles.block} aria-labelledby="first-steps">
      <header className={styles.header}>
        <h2 id="first-steps">{text.title}</h2>
        <Button variant="subtle" aria-disabled={isLoading} onClick={() => void end()}>
          {text.dismiss}
        </Button>
      </header>
      <ol className={styles.steps}>
        {STEPS.map(({ name, to }) => {
          const isReached = steps?.[name] === true
          const Icon = isReached ? IconCircleCheck : IconCircle
          return (
            <li key={name} data-done={isReached}>
              <Icon aria-hidden="true" />
              <div>
                <Link to={to}>{text.steps[name].title}</Link>
                <p>
                  <span>{text.steps[name].hint}</span>
                  {isReached ? <span>{text.done}</span> : null}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
