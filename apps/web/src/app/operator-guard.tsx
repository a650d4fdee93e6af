import { useState, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { Navigate } from 'react-router'
import { useProfileQuery } from '../lib/profile-api.ts'
import { selectLeaving, selectSession } from '../lib/session.ts'
import { operatorCopy } from '../operator/copy.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './full-message.module.css'
import { LostLeaf } from './illustrations.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { CONTENT_ID } from './skip-link.tsx'

const text = operatorCopy.guard

/**
 * Hides screens that the server would refuse. The server decides on every call regardless. When a session ends, its
 * screen stays, out of sight, until its owner has signed in again: nothing that was typed is lost.
 */
export function RequireConsole({ children }: { children: ReactNode }) {
  const session = useSelector(selectSession)
  const isLeaving = useSelector(selectLeaving)
  const { data } = useProfileQuery(undefined, { skip: !session })
  const [owner, setOwner] = useState(session?.user.email)
  if (session && session.user.email !== owner) setOwner(session.user.email)
  if (!session && (owner === undefined || isLeaving)) return <Navigate to="/signin" replace />
  if (session?.user.role === 'member')
    return (
      <TurnedAway title={text.membersTitle} lead={text.membersText} href="/dashboard" action={text.membersAction} />
    )
  if (data?.profile.two_factor === false)
    return (
      <TurnedAway
        title={text.twoFactorTitle}
        lead={text.twoFactorText}
        href="/dashboard/setting?tab=security"
        action={text.twoFactorAction}
      />
    )
  if (data?.profile.passcode_handed_out)
    return (
      <TurnedAway
        title={text.passcodeTitle}
        lead={text.passcodeText}
        href="/dashboard/setting?tab=security"
        action={text.passcodeAction}
      />
    )
  return (
    <>
      <div style={{ display: session ? 'contents' : 'none' }}>{children}</div>
      {session || owner === undefined ? null : <SignInAgain owner={owner} />}
    </>
  )
}

function TurnedAway({ title, lead, href, action }: { title: string; lead: string; href: string; action: string }) {
  return (
    <main id={CONTENT_ID} className={styles.whole}>
      <div className={styles.message}>
        <LostLeaf />
        <PageTitle documentTitle={title} lead={lead}>
          {title}
        </PageTitle>
        <div className={styles.actions}>
          {/* A whole load: it leads to the other application. */}
          <ButtonLink href={href}>{action}</ButtonLink>
        </div>
      </div>
    </main>
  )
}
