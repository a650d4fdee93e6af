import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWalletNetworkQuery } from './api.ts'
import { depositCopy } from './copy.ts'
import styles from './deposit-address.module.css'
import { paymentRequest } from './payment-request.ts'

const text = depositCopy
const SIZE = 320

/** The same address as a payment request (EIP-681), for who asks. Never the first: some wallets misread it. */
export function PaymentApp({ address }: { address: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.app} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.app.open}</summary>
      {isOpen ? <Request address={address} /> : null}
    </details>
  )
}

function Request({ address }: { address: string }) {
  const { data: network, isError, refetch } = useWalletNetworkQuery()
  if (isError) return <LoadFailure text={text.app.failed} retryLabel={text.retry} onRetry={refetch} />
  if (!network) return <Skeleton height={SIZE} />
  const request = paymentRequest(network, address)
  return (
    <div className={styles.request}>
      <Notice tone="pending">{text.app.warning}</Notice>
      <div className={styles.large}>
        <QRCodeSVG value={request} size={SIZE} level="M" marginSize={4} title={text.app.qrLabel} />
      </div>
      <ButtonLink variant="default" href={request}>
        {text.app.link}
      </ButtonLink>
    </div>
  )
}
