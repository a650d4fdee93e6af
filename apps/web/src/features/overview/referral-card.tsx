import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { copy } from '../../lib/copy.ts'
import { Card } from '../../ui/card.tsx'
import { useCopied } from '../../ui/use-copied.ts'
import styles from './referral-card.module.css'

const text = copy.welcome
const COPY_CONFIRM_MS = 2000

export function ReferralCard({ code }: { code: string }) {
  const { copied, copyValue } = useCopied(COPY_CONFIRM_MS)
  return (
    <Card heading={text.referralTitle}>
      <div className={styles.row}>
        <code className={styles.code}>{code}</code>
        <Button
          leftSection={copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />}
          onClick={() => void copyValue(code)}
        >
          <span aria-live="polite">{copied ? text.codeCopied : text.copyCode}</span>
        </Button>
      </div>
      <p className={styles.text}>{text.referralText}</p>
    </Card>
  )
}
