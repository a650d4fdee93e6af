import type { logout } from '@trefoil/contract/accounts'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { injectEndpoints } from '../lib/api.ts'
import { copy } from '../lib/copy.ts'
import { change } from '../lib/endpoint.ts'
import { leavingBegan, sessionEnded } from '../lib/session.ts'
import { toast } from '../ui/toasts.tsx'

const SERVER_WAIT_MS = 3000

export const { useLogoutMutation } = injectEndpoints((build) => ({
  logout: build.mutation(change<typeof logout>('POST', '/users/logout')),
}))

/** Ends the session on the server and in the browser; in the browser even if the server is unreachable. */
export function useLogout(): { leave: () => Promise<void>; leaving: boolean } {
  const [logout] = useLogoutMutation()
  const [leaving, setLeaving] = useState(false)
  const dispatch = useDispatch()
  const navigate = useNavigate()

  const leave = async () => {
    if (leaving) return
    setLeaving(true)
    dispatch(leavingBegan())
    await Promise.race([logout(), new Promise((resolve) => setTimeout(resolve, SERVER_WAIT_MS))])
    dispatch(sessionEnded())
    toast.success(copy.menu.loggedOut)
    await navigate('/signin', { replace: true })
  }
  return { leave, leaving }
}
