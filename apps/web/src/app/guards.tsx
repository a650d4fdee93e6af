import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Navigate, useLocation } from 'react-router'
import { copy } from '../lib/copy.ts'
import {
  arrivedInside,
  arrivedOutside,
  selectLeaving,
  selectSession,
  selectWanted,
  turnedAway,
} from '../lib/session.ts'
import { toast } from '../ui/toasts.tsx'
import { loadDashboard } from './open-screen.ts'
import { ShellSkeleton } from './shell-skeleton.tsx'

export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSelector(selectSession)
  const dispatch = useDispatch()
  useEffect(() => {
    if (session) dispatch(arrivedInside())
  }, [dispatch, session])
  if (!session) return <TurnedAway />
  return <Suspense fallback={<ShellSkeleton />}>{children}</Suspense>
}

/** For visitors who are signed out. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const dispatch = useDispatch()
  const session = useSelector(selectSession)
  const wanted = useSelector(selectWanted)
  useEffect(() => {
    dispatch(arrivedOutside())
  }, [dispatch])
  useEffect(() => {
    // Somebody who types will soon be signed in.
    const load = () => void loadDashboard()
    window.addEventListener('keydown', load, { once: true })
    return () => window.removeEventListener('keydown', load)
  }, [])
  if (!session) return children
  return session.user.role === 'member' ? <Navigate to={wanted ?? '/dashboard'} replace /> : <ToConsole />
}

/** A full page load: the console is a separate application. */
function ToConsole() {
  useEffect(() => window.location.replace('/operator'), [])
  return <ShellSkeleton />
}

function TurnedAway() {
  const dispatch = useDispatch()
  const { pathname, search } = useLocation()
  const [leaving] = useState(useSelector(selectLeaving))
  const [wanted] = useState(namesCause(search) ? pathname + search : null)
  useEffect(() => {
    dispatch(turnedAway(leaving ? null : wanted))
  }, [dispatch, leaving, wanted])
  useEffect(() => {
    if (!leaving) toast.warning(copy.guard.pleaseLogin)
  }, [leaving])
  return <Navigate to="/signin" replace />
}

/** Somebody who wants to give to a cause is led there after the sign-in; everybody else to the overview. */
const namesCause = (search: string): boolean => new URLSearchParams(search).has('cause')
