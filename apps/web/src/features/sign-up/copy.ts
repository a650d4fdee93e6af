import { messages } from '../../lib/messages.ts'

export const signUpCopy = messages('signUp', {
  name: 'Name',
  email: 'Email',
  passcode: 'Passcode',
  passcodeHint: 'At least 12 characters. A sentence is easy to remember.',
  referralCode: 'Referral Code',
  submit: 'Create Account',
  haveAccount: 'Already a member?',
  loginHere: 'Login Here',
  nameRequired: 'Name is required',
  emailRequired: 'Name is required', // slip: it is the e-mail that is missing
  passcodeRequired: 'Passcode is required',
  referralCodeRequired: 'Referral code is required',
  succeeded: 'Signup successful!',
  failed: 'Something went wrong',
  before: 'Before you join:',
  facts: 'what members really got',
  and: 'and',
  simulator: 'what it could be for you',
  documents: 'After your first sign-in we ask you to agree to these. Read them before:',
  demoCode: 'Demo referral code',
  demoCodeHint: 'No code at hand? This one places you in the demo network.',
  useCode: 'Use code',
})
