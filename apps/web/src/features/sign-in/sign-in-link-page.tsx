import type { openSignInLink, requestSignInLink } from '@trefoil/contract/accounts'
import { Link, useNavigate } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { AskForMail } from '../../ui/ask-for-mail.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FollowLink, useLinkToken } from '../../ui/mailed-link.tsx'
import { toast } from '../../ui/toasts.tsx'
import { signInLinkCopy } from './link-copy.ts'

const text = signInLinkCopy

const { useRequestSignInLinkMutation, useOpenSignInLinkMutation } = injectEndpoints((build) => ({
  requestSignInLink: build.mutation(change<typeof requestSignInLink>('POST', '/users/login/link')),
  openSignInLink: build.mutation(change<typeof openSignInLink>('POST', '/users/login/link/open')),
}))

/** Asks for a mail with a link, and is where that link leads. */
export default function SignInLinkPage() {
  const token = useLinkToken()
  return <FormPage>{token === '' ? <AskForLink /> : <OpenLink token={token} />}</FormPage>
}

function AskForLink() {
  const [requestSignInLink] = useRequestSignInLinkMutation()
  return (
    <AskForMail text={text} ask={(email) => requestSignInLink({ email }).unwrap()}>
      <span>
        {text.otherwise} <Link to="/forgot-password">{text.reset}</Link>
      </span>
    </AskForMail>
  )
}

function OpenLink({ token }: { token: string }) {
  const [openSignInLink] = useOpenSignInLinkMutation()
  const navigate = useNavigate()
  return (
    <FollowLink
      text={{ submit: text.open, failed: text.failed }}
      follow={async () => {
        try {
          await openSignInLink({ token }).unwrap()
          toast.success(text.opened)
          await navigate('/signin', { replace: true })
        } catch (problem) {
          toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
          // Without the token, the page asks for the address again.
          await navigate('/signin-link', { replace: true })
        }
      }}
    >
      <p>{text.openText}</p>
    </FollowLink>
  )
}
