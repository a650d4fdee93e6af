import type { PublicScreen } from '../../lib/screen.ts'

export const undoEmailChange: PublicScreen = {
  path: '/undo-email-change',
  title: 'Take Your Email Back',
  lead: 'Your account gets this e-mail address again, everybody is signed out, and the passcode stops working.',
  load: () => import('./undo-email-change-page.tsx'),
  views: [{ name: 'undo-email-change', at: '/undo-email-change#some-token' }],
}
