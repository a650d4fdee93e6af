import type { undoEmailChange } from '@trefoil/contract/email'
import { useDispatch } from 'react-redux'
import { injectEndpoints } from '../../lib/api.ts'
import { change } from '../../lib/endpoint.ts'
import { sessionEnded } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { MailedLinkPage } from '../../ui/mailed-link.tsx'
import { undoEmailChangeCopy } from './copy.ts'

const text = undoEmailChangeCopy

const { useUndoEmailChangeMutation } = injectEndpoints((build) => ({
  undoEmailChange: build.mutation(change<typeof undoEmailChange>('POST', '/users/email/undo')),
}))

export default function UndoEmailChangePage() {
  const dispatch = useDispatch()
  const [undo] = useUndoEmailChangeMutation()
  return (
    <MailedLinkPage
      text={text}
      follow={async (token) => {
        const reply = await undo({ token }).unwrap()
        // The server has ended every session; this browser may still hold one.
        dispatch(sessionEnded())
        return reply
      }}
      next={
        <ButtonLink to="/forgot-password" fullWidth>
          {text.setPasscode}
        </ButtonLink>
      }
    />
  )
}
