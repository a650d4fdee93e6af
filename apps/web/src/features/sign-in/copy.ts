import { messages } from '../../lib/messages.ts'

export const signInCopy = messages('signIn', {
  signIn: {
    identifier: 'Private Key',
    passcode: 'Passcode',
    code: 'Two-factor code',
    codeHint: 'The six digits of your authenticator app, or one of your recovery codes.',
    passkeyHint: 'With a passkey, use the button below.',
    forgot: 'Forgot Password?',
    submit: 'Access Dashboard',
    noAccount: 'New to Trefoil?',
    createAccount: 'Create An Account',
    causes: 'See where donations go',
    trust: 'See what is owed and there',
    identifierRequired: 'identifier is required', // slip: lower case
    passcodeRequired: 'Passcode is required',
    codeRequired: 'Code is required',
    failed: 'Something went wrong',
    lockedOut: 'Was it somebody else who tried? You need not wait:',
    askForLink: 'ask for a sign-in link',
  },
  samples: {
    title: 'Demo sign-ins',
    hint: 'Use one of these to look around.',
    privateKey: 'Key',
    passcode: 'Passcode',
    code: 'Code now',
    use: 'Use',
    useFor: (name: string) => `Use the sign-in of ${name}`,
    role: { member: 'Member', operator: 'Operator', auditor: 'Auditor' },
  },
})
