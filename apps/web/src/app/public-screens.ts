import { demoMail } from '../features/demo-mail/screen.ts'
import { forgotPassword } from '../features/forgot-password/screen.ts'
import { resetPassword } from '../features/reset-password/screen.ts'
import { signInLink } from '../features/sign-in/link-screen.ts'
import { signIn } from '../features/sign-in/screen.ts'
import { signUp } from '../features/sign-up/screen.ts'
import { signUpSuccess } from '../features/sign-up/success-screen.ts'
import { undoEmailChange } from '../features/undo-email-change/screen.ts'
import { verifyEmail } from '../features/verify-email/screen.ts'
import { lazyScreen } from './lazy-screen.tsx'

/** The screens for everybody. Routes, page shell and browser tests follow from it. */
export const PUBLIC_SCREENS = [
  signIn,
  signUp,
  signUpSuccess,
  signInLink,
  forgotPassword,
  resetPassword,
  verifyEmail,
  undoEmailChange,
  demoMail,
].map(lazyScreen)
