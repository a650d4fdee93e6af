import { messages } from '../../lib/messages.ts'

export const sessionsCopy = messages('sessions', {
  title: 'Sessions',
  heading: 'Where You Are Signed In',
  lead: 'A session ends after seven days, and after three days without use. End those that are not yours.',
  current: 'This device',
  lastUsed: (moment: string) => `Last used ${moment}`,
  end: 'Sign out',
  endOf: (device: string, moment: string) => `Sign out ${device}, last used ${moment}`,
  endOthers: 'Sign out all others',
  ended: 'Signed out.',
  failed: 'That did not work. The session may still be open.',
  loadFailed: 'Your sessions could not be loaded.',
  retry: 'Try again',
})
