import { messages } from '../../lib/messages.ts'

export const inboxCopy = messages('inbox', {
  withUnread: (unread: string) => `Inbox, ${unread} unread`,
  title: 'Inbox',
  close: 'Close inbox',
  empty: 'Nothing here yet.',
  emptyHint: 'Deposits, withdrawals, donations in your team and changes of your account appear here.',
  unread: 'Unread:',
  markAll: 'Mark all as read',
  failed: 'That did not work. Please try again.',
  loadFailed: 'Your inbox could not be loaded.',
  retry: 'Try again',
  all: 'Open inbox',
  older: 'Show older',
  byMail: 'What you get by mail',
})
