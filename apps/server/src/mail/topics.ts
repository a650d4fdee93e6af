import type { MailTopic, NotificationTopic } from '@trefoil/contract/notifications'
import type { MailKind } from './kinds.ts'

/** What each kind is about. Null: it is mailed, and not shown in the inbox. */
const TOPICS = {
  withdrawal: 'withdrawals',
  deposit: 'deposits',
  'donations received': 'donations',
  'stage reached': 'stages',
  'cause update': 'causes',
  'case answered': 'support',
  'new address': 'security',
  'passcode changed': 'security',
  'new device': 'security',
  'two-factor on': 'security',
  'two-factor off': 'security',
  'wrong codes': 'security',
  'passkey added': 'security',
  'passkey removed': 'security',
  'passkey copied': 'security',
  'e-mail restored': 'security',
  'e-mail changed': 'security',
  'forgotten passcode': null,
  'sign-in link': null,
  'verify e-mail': null,
  'withdrawal waits': null,
  'proposal waits': null,
  'recovery waits': null,
  'reserves waits': null,
  'case waits': null,
  'screening waits': null,
  alarm: null,
} as const satisfies Record<MailKind, NotificationTopic | null>

type Topics = typeof TOPICS
export type InboxKind = { [Kind in MailKind]: Topics[Kind] extends null ? never : Kind }[MailKind]

export const topicOf = (kind: MailKind): NotificationTopic | null => TOPICS[kind]
export const inboxTopicOf = (kind: InboxKind): NotificationTopic => TOPICS[kind]

/** The others are always mailed. */
export const isChoice = (topic: NotificationTopic): topic is MailTopic => topic !== 'security' && topic !== 'support'

export const INBOX_KINDS = (Object.keys(TOPICS) as MailKind[]).filter(
  (kind): kind is InboxKind => TOPICS[kind] !== null,
)
