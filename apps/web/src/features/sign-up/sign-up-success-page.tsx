import { Navigate, useLocation } from 'react-router'
import { copy } from '../../lib/copy.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy-icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import stack from '../../ui/stack.module.css'
import { signUpSuccessCopy } from './success-copy.ts'
import styles from './sign-up-success-page.module.css'

const text = signUpSuccessCopy
const COPY_CONFIRM_MS = 1000

/** The key is passed in the navigation state, so it is in no URL and no storage. */
export default function SignUpSuccessPage() {
  const state: unknown = useLocation().state
  const privateKey =
    typeof state === 'object' && state !== null && 'privateKey' in state && typeof state.privateKey === 'string'
      ? state.privateKey
      : null
  if (privateKey === null) return <Navigate to="/signup" replace />

  return (
    <div className={stack.page}>
      <ScreenTitle />
      <div className={styles.key}>
        <p className={styles.label}>{text.privateKey}</p>
        <div className={styles.row}>
          <code className={styles.value}>{privateKey}</code>
          <CopyIconButton value={privateKey} label={text.copyKey} confirmMs={COPY_CONFIRM_MS} />
        </div>
      </div>
      <Notice tone="pending">{text.keepSafe}</Notice>
      <ButtonLink to="/signin" fullWidth>
        {copy.common.backToSignIn}
      </ButtonLink>
    </div>
  )
}
