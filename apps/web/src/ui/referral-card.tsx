import type { ReactNode } from 'react'
import IconCheck from '~icons/tabler/check'
import IconCopy from '~icons/tabler/copy'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import styles from './referral-card.module.css'
import { Skeleton } from './skeleton.tsx'
import { useCopied } from './use-copied.ts'

const text = dashboardCopy.referral

/** The code to share. Undefined while loading. */
export function ReferralCard({ code, children }: { code: string | undefined; children?: ReactNode }) {
  const { copied, copyValue } = useCopied()
  return (
    <Card heading={text.title}>
      <div className={styles.row}>
        <code className={styles.code}>
          {/* As wide as a code, so that the button stays where it is. */}
          {code ?? <Skeleton width="8.5ch" height={42} />}
        </code>
        <Button
          leftSection={copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />}
          aria-disabled={code === undefined}
          onClick={() => void (code === undefined || copyValue(code))}
        >
          <span aria-live="polite">{copied ? text.copied : text.copy}</span>
        </Button>
      </div>
      <p className={styles.text}>{text.hint}</p>
      {children}
    </Card>
  )
}
