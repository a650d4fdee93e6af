import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AGREEMENT_PATH, agreementFor, hasPostponed } from '../lib/agreement-path.ts'
import { useProfileQuery } from '../lib/profile-api.ts'

/** Whoever has never agreed is asked as soon as they are in, and goes on from there to where they wanted. */
export function useFirstAgreement(): void {
  const { data } = useProfileQuery()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isAsked =
    data?.consent.agreement === 'first' && pathname !== AGREEMENT_PATH && !hasPostponed(data.profile.user_pk)
  useEffect(() => {
    if (isAsked) void navigate(agreementFor(pathname + search), { replace: true })
  }, [isAsked, navigate, pathname, search])
}
