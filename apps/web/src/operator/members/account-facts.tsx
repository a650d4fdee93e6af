import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { screeningCopy } from '../screening/copy.ts'
import type { MemberView } from './api.ts'
import { memberCopy } from './member-copy.ts'

const text = memberCopy
const members = operatorCopy.members
const common = operatorCopy.common

export function AccountFacts({ view: { member, balances } }: { view: MemberView }) {
  const money = [
    [members.impact, balances.impact],
    [members.available, balances.available],
    [members.held, balances.held],
    [text.onHold, balances.on_hold],
    [text.stageBalance, balances.stage_balance],
    [text.threshold, balances.earning_threshold],
    [text.lastDonation, balances.last_donation],
    [text.totalDonated, balances.total_donated],
    [text.totalEarned, balances.total_earned],
    [text.totalDeposited, balances.total_deposited],
    [text.totalWithdrawn, balances.total_withdrawn],
  ] as const
  return (
    <div className={styles.page}>
      <Card heading={text.money}>
        <Facts
          facts={[
            ...money.map(([label, amount]) => [label, <Money key={label} amount={amount} />] as const),
            [members.stage, balances.stage],
          ]}
        />
      </Card>
      <Card heading={text.facts}>
        <Facts
          facts={[
            [text.number, member.id],
            [members.role, members.roles[member.role]],
            [members.code, member.referral_code ?? common.none],
            [members.joined, showInstant(member.joined)],
            [text.emailVerified, showInstant(member.email_verified_at)],
            [text.twoFactor, member.two_factor ? common.on : common.off],
            [text.recoveryCodes, member.recovery_codes_left],
            [text.wallet, member.wallet_address ?? common.none],
            [text.walletSince, showInstant(member.wallet_address_since)],
            [screeningCopy.level, screeningCopy.levelOf(member.kyc_level, member.kyc_level_fixed)],
            [text.heldUntil, showInstant(member.security_hold_until)],
            [text.sponsor, <PersonLink key="sponsor" person={member.sponsor} />],
            [text.parent, <PersonLink key="parent" person={member.parent} />],
            [
              text.place,
              member.position === null || member.level === null
                ? common.none
                : text.placeOf(member.position, member.level),
            ],
          ]}
        />
      </Card>
    </div>
  )
}
