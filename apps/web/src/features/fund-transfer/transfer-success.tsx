import IconCircleCheck from '~icons/tabler/circle-check'
import { showAmount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyIconButton } from '../../ui/copy-icon-button.tsx'
import { Explained } from '../../ui/explained.tsx'
import screen from '../../ui/money-screen.module.css'
import { transferCopy } from './copy.ts'
import type { Source } from '../../ui/source-choice.tsx'
import styles from './transfer-success.module.css'
import { fillGaps } from '../../lib/fill-gaps.tsx'

const text = transferCopy

export type SentTransfer = { recipient: string; amount: number; id: string; from: Source }

export function TransferSuccess({ sent, onAgain }: { sent: SentTransfer | null; onAgain: () => void }) {
  return (
    <div className={screen.form}>
      <Card heading={text.successTitle}>
        {sent === null ? (
          <p className={screen.hint}>{text.nothingSent}</p>
        ) : (
          <>
            <div role="status" className={styles.said}>
              <IconCircleCheck aria-hidden="true" className={styles.mark} />
              <p className={styles.title}>{text.successful}</p>
              <p>
                {fillGaps(
                  (gap) => (sent.from === 'available' ? text.moved(gap) : text.received(sent.recipient, gap)),
                  <Explained figure="transfer" of={{ transfer: sent.id }}>
                    {showAmount(sent.amount)}
                  </Explained>,
                )}
              </p>
            </div>
            <dl className={styles.fact}>
              <dt>{text.transferId}</dt>
              <dd>
                <code>{sent.id}</code>
                <CopyIconButton value={sent.id} label={text.copyId} />
              </dd>
            </dl>
          </>
        )}
        <div>
          <Button variant="default" onClick={onAgain}>
            {sent === null ? text.formTitle : text.again}
          </Button>
        </div>
      </Card>
    </div>
  )
}
