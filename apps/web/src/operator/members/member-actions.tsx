import { useState } from 'react'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { screeningCopy } from '../screening/copy.ts'
import { SetLevelSheet } from '../screening/set-level-sheet.tsx'
import { AdjustSheet } from './adjust-sheet.tsx'
import { useEndSessionsMutation, useFreezeMutation, useUnfreezeMutation, type MemberView } from './api.ts'
import { memberCopy } from './member-copy.ts'
import { ResetTwoFactorSheet } from './reset-two-factor-sheet.tsx'

const text = memberCopy

type Act = 'freeze' | 'unfreeze' | 'endSessions' | 'resetTwoFactor' | 'adjust' | 'setLevel'

/** What an operator can do for, or to, one account. */
export function MemberActions({ view: { member } }: { view: MemberView }) {
  const [asked, setAsked] = useState<Act>()
  const [freeze] = useFreezeMutation()
  const [unfreeze] = useUnfreezeMutation()
  const [endSessions] = useEndSessionsMutation()
  const onClose = () => setAsked(undefined)
  const isMember = member.role === 'member'
  const simple = {
    freeze: { title: text.freezeTitle, note: text.freezeNote, label: text.freeze, run: freeze },
    unfreeze: { title: text.unfreezeTitle, note: text.unfreezeNote, label: text.unfreeze, run: unfreeze },
    endSessions: {
      title: text.endSessionsTitle,
      note: text.endSessionsNote,
      label: text.endSessions,
      run: endSessions,
    },
  }
  return (
    <div className={styles.actions}>
      {isMember ? <SmallButton onClick={() => setAsked('adjust')}>{text.adjust}</SmallButton> : null}
      {isMember ? <SmallButton onClick={() => setAsked('setLevel')}>{screeningCopy.setLevel}</SmallButton> : null}
      <SmallButton onClick={() => setAsked('endSessions')}>{text.endSessions}</SmallButton>
      {isMember && member.two_factor ? (
        <SmallButton onClick={() => setAsked('resetTwoFactor')}>{text.resetTwoFactor}</SmallButton>
      ) : null}
      {isMember ? (
        <SmallButton
          {...(!member.frozen && { tone: 'danger' })}
          onClick={() => setAsked(member.frozen ? 'unfreeze' : 'freeze')}
        >
          {member.frozen ? text.unfreeze : text.freeze}
        </SmallButton>
      ) : null}
      {asked === 'adjust' ? <AdjustSheet member={member} onClose={onClose} /> : null}
      {asked === 'setLevel' ? <SetLevelSheet member={member} onClose={onClose} /> : null}
      {asked === 'resetTwoFactor' ? <ResetTwoFactorSheet member={member} onClose={onClose} /> : null}
      {asked === 'freeze' || asked === 'unfreeze' || asked === 'endSessions' ? (
        <ActionSheet
          title={simple[asked].title}
          note={simple[asked].note}
          facts={[{ label: operatorCopy.common.member, value: member.name }]}
          confirmLabel={simple[asked].label}
          reasonLabel={operatorCopy.act.reason}
          act={(why) => simple[asked].run({ id: member.id, why }).unwrap()}
          onClose={onClose}
        />
      ) : null}
    </div>
  )
}
