import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { copy } from '../lib/copy.ts'
import { FormFooter } from './form-footer.tsx'
import { ScreenTitle } from './screen-title.tsx'
import stack from './stack.module.css'

/** A public screen with a form, and below it the way elsewhere. */
export function FormPage({ footer = <BackToSignIn />, children }: { footer?: ReactNode; children: ReactNode }) {
  return (
    <div className={stack.page}>
      <ScreenTitle />
      {children}
      <FormFooter>{footer}</FormFooter>
    </div>
  )
}

const BackToSignIn = () => <Link to="/signin">{copy.common.backToSignIn}</Link>
