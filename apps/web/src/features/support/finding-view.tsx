import { Link } from 'react-router'
import { showAmount } from '../../lib/formats.ts'
import { MARKED } from '../../lib/marked.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Finding } from './api.ts'
import { supportCopy } from './copy.ts'
import styles from './support.module.css'

const text = supportCopy.findings

const TONES: Record<Finding['outcome'], 'positive' | 'pending' | 'calm'> = {
  credited: 'positive',
  confirming: 'calm',
  pending: 'calm',
  dropped: 'pending',
  dust: 'calm',
  failed: 'pending',
  other_token: 'pending',
  native_coin: 'pending',
  empty: 'calm',
  too_large: 'pending',
  not_yours: 'pending',
  overlooked: 'pending',
  unknown: 'pending',
  unavailable: 'pending',
}

/** It was not found by us, or nobody but us can help. */
const ANSWERED: readonly Finding['outcome'][] = [
  'credited',
  'confirming',
  'pending',
  'dropped',
  'dust',
  'failed',
  'empty',
]

export const isAnswered = ({ outcome }: Finding): boolean => ANSWERED.includes(outcome)

/** What became of a payment, in words, and where to see it. */
export function FindingView({ finding, quiet = false }: { finding: Finding; quiet?: boolean }) {
  const { data } = usePublicSettingsQuery()
  const { outcome, deposit } = finding
  return (
    <Notice tone={TONES[outcome]} quiet={quiet}>
      <div className={styles.finding}>
        <p>{sentenceOf(finding, { token: data?.token ?? '', network: data?.network ?? '' })}</p>
        {deposit !== null ? (
          <Link to={`/dashboard/deposit?${MARKED}=${encodeURIComponent(deposit)}`}>{supportCopy.showDeposit}</Link>
        ) : outcome === 'confirming' ? (
          <Link to="/dashboard/deposit">{supportCopy.showDeposits}</Link>
        ) : null}
      </div>
    </Notice>
  )
}

function sentenceOf(finding: Finding, { token, network }: { token: string; network: string }): string {
  const amount = showAmount(finding.amount ?? 0)
  const { outcome, confirmations } = finding
  switch (outcome) {
    case 'credited':
    case 'dropped':
    case 'overlooked':
      return text[outcome](amount)
    case 'confirming':
      return text.confirming(amount, confirmations?.seen ?? 0, confirmations?.needed ?? 0)
    case 'other_token':
      return text.other_token(token, network)
    case 'native_coin':
    case 'not_yours':
      return text[outcome](token)
    case 'unknown':
      return text.unknown(network)
    case 'dust':
    case 'empty':
    case 'failed':
    case 'pending':
    case 'too_large':
    case 'unavailable':
      return text[outcome]
  }
}
