import { Button } from '../../ui/button.tsx'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { signUpCopy } from './copy.ts'
import styles from './demo-code.module.css'

const text = signUpCopy

/** As long as a real code, so that nothing moves when it arrives. */
const PLACEHOLDER = '0'.repeat(10)

/** In a demo: a working referral code beside the field. Its space is reserved, so the button below does not move. */
export function DemoCode({ onUse }: { onUse: (code: string) => void }) {
  const { data, isError } = usePublicSettingsQuery()
  const isAwaited = !data && !isError && 'demo' in document.documentElement.dataset
  const code = isAwaited ? PLACEHOLDER : data?.demo?.referral_code
  if (!code) return null
  return (
    <div className={styles.demo} aria-busy={isAwaited}>
      <div className={styles.text}>
        <p>
          {text.demoCode}: <code className={styles.code}>{code}</code>
        </p>
        <p className={styles.hint}>{text.demoCodeHint}</p>
      </div>
      <Button variant="default" onClick={() => onUse(code)}>
        {text.useCode}
      </Button>
    </div>
  )
}
