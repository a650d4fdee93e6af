import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AGREEMENT_PATH, agreementFor, hasPostponed } from '../lib/agreement-path.ts'
import { useProfileQuery } from '../lib/profile-api.ts'

/**
 * Whoever has never agreed is asked as soon as they are in, and goes on from there to where they wanted. Only then: what
 * is published later takes nobody away from what they are writing, and `AgreementGate` asks before money moves.
 */
export function useFirstAgreement(): void {
  const { data } = useProfileQuery()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const hasEntered = useRef(false)
  useEffect(() => {
    if (!data || hasEntered.current) return
    hasEntered.current = true
    const isAsked =
      data.consent.agreement === 'first' && pathname !== AGREEMENT_PATH && !hasPostponed(data.profile.user_pk)
    if (isAsked) void navigate(agreementFor(pathname + search), { replace: true })
  }, [data, navigate, pathname, search])
}
