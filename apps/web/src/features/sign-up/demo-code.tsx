import { Button } from '@mantine/core'
import { usePublicSettingsQuery } from '../../lib/api.ts'
import { signUpCopy } from './copy.ts'
import styles from './demo-code.module.css'

const text = signUpCopy

/** In a demo: a referral code that works, beside the field. */
export function DemoCode({ onUse }: { onUse: (code: string) => void }) {
  const code = usePublicSettingsQuery().data?.demo?.referral_code
  if (!code) return null
  return (
    <div className={styles.demo}>
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
