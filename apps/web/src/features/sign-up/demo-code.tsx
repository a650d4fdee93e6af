import { usePublicSettingsQuery } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { signUpCopy } from './copy.ts'
import styles from './demo-code.module.css'

const text = signUpCopy

/** As long as a code, so that the one that comes moves nothing. */
const PLACEHOLDER = '0'.repeat(10)

/** In a demo: a referral code that works, beside the field. Its place is kept until it has come: the button is below. */
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
