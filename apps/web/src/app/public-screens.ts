import { demoMail } from '../features/demo-mail/screen.ts'
import { forgotPassword } from '../features/forgot-password/screen.ts'
import { resetPassword } from '../features/reset-password/screen.ts'
import { signIn } from '../features/sign-in/screen.ts'
import { signUp } from '../features/sign-up/screen.ts'
import { signUpSuccess } from '../features/sign-up/success-screen.ts'
import { lazyScreen } from './lazy-screen.tsx'

/** The screens for everybody. Routes, page shell and browser tests follow from it. */
export const PUBLIC_SCREENS = [signIn, signUp, signUpSuccess, forgotPassword, resetPassword, demoMail].map(lazyScreen)
