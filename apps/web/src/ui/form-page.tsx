import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { copy } from '../lib/copy.ts'
import { FormFooter } from './form-footer.tsx'
import { ScreenTitle } from './screen-title.tsx'
import stack from './stack.module.css'

type FormPageProps = { footer?: ReactNode; hasLead?: boolean; children: ReactNode }

/** A public screen with a form, and below it the way elsewhere. */
export function FormPage({ footer = <BackToSignIn />, hasLead = true, children }: FormPageProps) {
  return (
    <div className={stack.page}>
      <ScreenTitle hasLead={hasLead} />
      {children}
      <FormFooter>{footer}</FormFooter>
    </div>
  )
}

const BackToSignIn = () => <Link to="/signin">{copy.common.backToSignIn}</Link>
