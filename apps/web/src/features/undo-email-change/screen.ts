import type { PublicScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('undoEmailChange.screen', {
  title: 'Take Your Email Back',
  lead: 'Your account gets this e-mail address again, everybody is signed out, and the passcode stops working.',
})

export const undoEmailChange: PublicScreen = {
  path: '/undo-email-change',
  ...text,
  load: () => import('./undo-email-change-page.tsx'),
  views: [{ name: 'undo-email-change', at: '/undo-email-change#some-token' }],
}
