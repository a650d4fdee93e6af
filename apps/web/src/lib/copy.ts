import { messages } from './messages.ts'

/**
 * The texts that several screens share; a screen's own are in its folder, as `screen.ts` and `copy.ts`. A comment "slip"
 * marks wording that the product's specification fixes although it reads oddly: correct it only where it is declared.
 */
export const copy = messages('common', {
  product: {
    name: 'Trefoil',
    inTab: (screen: string) => `${screen} · Trefoil`,
    promise: 'Give in stages, grow a team of three by three, and see where every dollar goes.',
    promiseDetail: 'Members are paid only from what donations brought, each up to a limit. The rest reaches the cause.',
  },
  passkey: {
    use: 'Use a passkey',
    signIn: 'Sign in with a passkey',
    recoveryHint: 'A recovery code, if none of your passkeys is at hand.',
    noPasskeysHint: 'A recovery code: passkeys cannot be used in this browser.',
    declined: 'No passkey was used.',
    failed: 'The passkey could not be used. Please try again.',
  },
  common: {
    skipToContent: 'Skip to content',
    loading: 'Loading...',
    offline: 'You are offline. Nothing can be sent until you are back.',
    show: (label: string) => `Show ${label.toLowerCase()}`,
    hide: (label: string) => `Hide ${label.toLowerCase()}`,
    copied: 'Copied',
    copyFailed: 'Copying did not work. Please select the text and copy it by hand.',
    notifications: 'Notifications',
    emailNotShown: 'Not shown',
    backToSignIn: 'Back to Sign In',
  },
  passcode: { strong: 'Hard to guess. Keep it in a safe place.' },
  theme: {
    label: 'Colour scheme',
    light: 'Light',
    dark: 'Dark',
    auto: 'System',
    switchTo: (next: string) => `Switch to ${next.toLowerCase()} colours`,
  },
  language: {
    label: 'Language',
    hint: 'Of this site in this browser, and of mails and documents for you. The page loads again in the language you choose.',
  },
  demo: {
    mark: 'DEMO',
    explanation: 'A practice programme with invented members. Nothing here is real money.',
    mailLink: 'Mail outbox',
    openMail: 'Open the demo mail outbox',
  },
  menu: {
    open: 'Open menu',
    close: 'Close menu',
    label: 'Main menu',
    help: 'Help',
    signIn: 'Sign In',
    signUp: 'Sign Up',
    logout: 'Logout',
    loggedOut: 'Logged out successfully.',
    dashboard: 'Dashboard',
  },
  guard: { pleaseLogin: 'Please login to continue.' },
  notFound: {
    title: 'Page not found',
    text: 'The page cannot be found. The requested URL was not found on this server.',
    backToHome: 'Back to home',
  },
  errorScreen: {
    title: 'We are sorry',
    text: 'Something on our side did not work, and this page could not be shown. Your account is as it was.',
    advice: 'Please try again. If it happens once more, tell support this reference:',
    adviceWithoutReference: 'Please check your connection and try again.',
    copyReference: 'Copy reference',
    tryAgain: 'Try again',
    backToHome: 'Back to home',
  },
})
