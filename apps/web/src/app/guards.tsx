import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Navigate } from 'react-router'
import { copy } from '../lib/copy.ts'
import { arrivedOutside, selectLeaving, selectSession } from '../lib/session.ts'
import { toast } from '../ui/toasts.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSelector(selectSession)
  if (!session) return <TurnedAway />
  return <Suspense fallback={<ShellSkeleton />}>{children}</Suspense>
}

/** Sign-in has nothing to offer to somebody who is signed in. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const dispatch = useDispatch()
  const session = useSelector(selectSession)
  useEffect(() => {
    dispatch(arrivedOutside())
  }, [dispatch])
  return session ? <Navigate to="/dashboard" replace /> : children
}

function TurnedAway() {
  const [leaving] = useState(useSelector(selectLeaving))
  useEffect(() => {
    if (!leaving) toast.warning(copy.guard.pleaseLogin)
  }, [leaving])
  return <Navigate to="/signin" replace />
}
