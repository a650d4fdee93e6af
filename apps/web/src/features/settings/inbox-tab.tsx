import { useState } from 'react'
import type { MailTopic } from '@trefoil/contract/notifications'
import IconBell from '~icons/tabler/bell'
import { failureText } from '../../lib/failure.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useChooseMailTopicsMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import { inboxSettingsCopy } from './inbox-copy.ts'
import shared from './settings.module.css'

const text = inboxSettingsCopy
const TOPICS = Object.keys(text.topics) as MailTopic[]

/** Each choice is saved at once. */
export function InboxTab() {
  const { data, isError, refetch } = useProfileQuery()
  const [choose, { isLoading }] = useChooseMailTopicsMutation()
  const [failure, setFailure] = useState<string | null>(null)
  /** Shown at once, and taken back if it could not be saved. */
  const [chosen, setChosen] = useState<readonly MailTopic[]>()
  const saved = data?.inbox.mail_topics
  const shown = chosen ?? saved ?? []

  async function change(topic: MailTopic, isWanted: boolean) {
    const topics = TOPICS.filter((each) => (each === topic ? isWanted : shown.includes(each)))
    setFailure(null)
    setChosen(topics)
    try {
      await choose({ topics }).unwrap()
      toast.success(text.saved)
    } catch (problem) {
      setChosen(undefined)
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  if (!data && isError)
    return (
      <LoadFailure text={settingsCopy.profile.loadFailed} retryLabel={settingsCopy.profile.retry} onRetry={refetch} />
    )
  return (
    <div className={shared.narrow}>
      <Card heading={text.title} icon={<IconBell aria-hidden="true" />}>
        <p className={shared.text}>{text.lead}</p>
        <fieldset className={shared.choices} disabled={saved === undefined} aria-busy={isLoading}>
          <legend className="visually-hidden">{text.title}</legend>
          {TOPICS.map((topic) => (
            <CheckField
              key={topic}
              label={text.topics[topic]}
              checked={shown.includes(topic)}
              onChange={({ currentTarget }) => {
                if (!isLoading) void change(topic, currentTarget.checked)
              }}
            />
          ))}
        </fieldset>
        <p className={shared.text}>{text.always}</p>
        {data?.profile.email_verified === false ? <Notice tone="pending">{text.unverified}</Notice> : null}
        {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      </Card>
    </div>
  )
}
