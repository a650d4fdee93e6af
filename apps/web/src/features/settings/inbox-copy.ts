import type { MailTopic } from '@trefoil/contract/notifications'
import { messages } from '../../lib/messages.ts'

export const inboxSettingsCopy = messages('inboxSettings', {
  title: 'By Mail as Well',
  lead: 'Everything appears in your inbox. Choose what you get by mail, too.',
  topics: {
    deposits: 'Deposits that arrived',
    withdrawals: 'Every step of a withdrawal',
    donations: 'Shares of donations in your team, once a day',
    stages: 'Stages reached',
    causes: 'Updates from causes you gave to',
  } satisfies Record<MailTopic, string>,
  always:
    'Changes of what guards your account, new sign-ins and requested withdrawals are always mailed, so that nobody can act in your name without your knowing. So are answers of support.',
  unverified: 'Your e-mail address is not verified. Until it is, these mails are not sent.',
  saved: 'Saved',
  failed: 'That did not work. Nothing was changed.',
})
