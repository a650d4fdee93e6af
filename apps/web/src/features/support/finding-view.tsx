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

/** There is nothing left that we could do. */
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
  const { outcome, confirmations } = finding
  const amount = showAmount(finding.amount ?? 0)
  const sentences: Record<Finding['outcome'], string> = {
    credited: text.credited(amount),
    confirming: text.confirming(amount, confirmations?.seen ?? 0, confirmations?.needed ?? 0),
    pending: text.pending,
    dropped: text.dropped(amount),
    dust: text.dust,
    failed: text.failed,
    other_token: text.other_token(token, network),
    native_coin: text.native_coin(token),
    empty: text.empty,
    too_large: text.too_large,
    not_yours: text.not_yours(token),
    overlooked: text.overlooked(amount),
    unknown: text.unknown(network),
    unavailable: text.unavailable,
  }
  return sentences[outcome]
}
