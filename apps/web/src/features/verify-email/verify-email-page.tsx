import type { verifyEmail } from '@trefoil/contract/email'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { change } from '../../lib/endpoint.ts'
import { selectSession } from '../../lib/session.ts'
import { MailedLinkPage } from '../../ui/mailed-link.tsx'
import { verifyEmailCopy } from './copy.ts'

const text = verifyEmailCopy

const { useVerifyEmailByLinkMutation } = injectEndpoints((build) => ({
  verifyEmailByLink: build.mutation(change<typeof verifyEmail>('POST', '/users/verify-email')),
}))

export default function VerifyEmailPage() {
  const isSignedIn = useSelector(selectSession) !== null
  const [verify] = useVerifyEmailByLinkMutation()
  return (
    <MailedLinkPage
      text={text}
      follow={(token) => verify({ token }).unwrap()}
      footer={isSignedIn ? <Link to="/dashboard/setting">{text.toSettings}</Link> : undefined}
    />
  )
}
