import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { agreementCopy } from '../lib/agreement-copy.ts'
import { agreementFor } from '../lib/agreement-path.ts'
import { useProfileQuery } from '../lib/profile-api.ts'
import { ButtonLink } from './button.tsx'
import { Notice } from './notice.tsx'
import stack from './stack.module.css'

const text = agreementCopy.gate

/** In place of a form that moves money, as long as there is something to agree to first. */
export function AgreementGate({ children }: { children: ReactNode }) {
  const asked = useProfileQuery().data?.consent.agreement
  const { pathname, search } = useLocation()
  if (!asked) return children
  return (
    <div className={stack.page}>
      <Notice tone="pending">{text[asked]}</Notice>
      <div>
        <ButtonLink to={agreementFor(pathname + search)}>{text.open}</ButtonLink>
      </div>
    </div>
  )
}
