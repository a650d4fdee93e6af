import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { timeLeft } from './time-left.ts'
import { Card } from '../../ui/card.tsx'
import { CopyIconButton } from '../../ui/copy-icon-button.tsx'
import { DialogSheet } from '../../ui/dialog-sheet.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import screen from '../../ui/money-screen.module.css'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { depositCopy } from './copy.ts'
import styles from './deposit-address.module.css'
import { PayFromWallet } from './pay-from-wallet.tsx'
import { PaymentApp } from './payment-app.tsx'
import { TestFunds } from './test-funds.tsx'
import { useWallet } from './use-wallet.ts'

const text = depositCopy
const QR_SIZE = 200
const LARGE_QR_SIZE = 320
/** What is said below the code, on a phone. */
const NOTICE_HEIGHT = 160

export function DepositAddress() {
  const { wallet, problem, leftMs, renew } = useWallet()
  const { data: settings } = usePublicSettingsQuery()
  const [isLarge, setIsLarge] = useState(false)
  const address = wallet?.wallet_address
  return (
    <Card heading={text.scan}>
      {problem ? (
        <LoadFailure
          text={problem === 'not ours' ? text.wrongAddress : text.failed}
          retryLabel={text.retry}
          onRetry={renew}
        />
      ) : null}
      {address === undefined ? (
        problem ? null : (
          <div className={styles.block} role="status" aria-label={text.scan}>
            <Skeleton width={QR_SIZE + 40} height={QR_SIZE + 40} />
            <Skeleton width="100%" height={48} />
            <Skeleton width="100%" height={NOTICE_HEIGHT} />
          </div>
        )
      ) : (
        <div className={styles.block}>
          <button
            type="button"
            className={styles.tile}
            aria-label={`${text.qrLabel}. ${text.enlarge}`}
            aria-haspopup="dialog"
            onClick={() => setIsLarge(true)}
          >
            <QRCodeSVG aria-hidden value={address} size={QR_SIZE} level="M" fgColor="#ffffff" bgColor="#000000" />
          </button>
          <div className={styles.address}>
            <GroupedAddress address={address} />
            <CopyIconButton value={address} label={text.copy} />
          </div>
          {settings ? <p className={screen.hint}>{text.network(settings.token, settings.network)}</p> : null}
        </div>
      )}
      {wallet ? (
        <Notice tone="danger" quiet>
          <p className={styles.expiry}>{text.expires(timeLeft(leftMs))}</p>
          <p>{text.late}</p>
        </Notice>
      ) : null}
      <PayFromWallet wallet={wallet} />
      {settings?.demo && address !== undefined ? <TestFunds address={address} /> : null}
      {isLarge && address !== undefined ? (
        <DialogSheet title={text.largeTitle} onClose={() => setIsLarge(false)}>
          <div className={styles.large}>
            <QRCodeSVG value={address} size={LARGE_QR_SIZE} level="M" marginSize={4} title={text.qrLabel} />
          </div>
          <GroupedAddress address={address} />
          <PaymentApp address={address} />
          <Button variant="default" onClick={() => setIsLarge(false)}>
            {text.close}
          </Button>
        </DialogSheet>
      ) : null}
    </Card>
  )
}
