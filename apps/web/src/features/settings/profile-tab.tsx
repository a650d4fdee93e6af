import { useId, useState, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import IconChevronDown from '~icons/tabler/chevron-down'
import { copy } from '../../lib/copy.ts'
import { showDate } from '../../lib/formats.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { selectSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyIconButton } from '../../ui/copy-icon-button.tsx'
import { LanguageSelect } from '../../ui/language-select.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { useDetailsQuery, useSetLanguageMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import { EmailCard } from './email-card.tsx'
import { PROFILE_FIELDS, type ProfileField } from './profile-fields.ts'
import { ProfileForm } from './profile-form.tsx'
import styles from './profile-tab.module.css'
import shared from './settings.module.css'
import { fillGaps } from '../../lib/fill-gaps.tsx'
import { positionWord } from '../../lib/server-words.ts'

const text = settingsCopy.profile

export function ProfileTab() {
  const { data, isError, refetch } = useProfileQuery()
  const [setLanguage] = useSetLanguageMutation()
  const [editing, setEditing] = useState(false)
  const formId = useId()
  const profile = data?.profile

  if (isError && !profile) return <LoadFailure text={text.loadFailed} retryLabel={text.retry} onRetry={refetch} />
  return (
    <div className={shared.tab}>
      <Card>
        <dl className={styles.facts}>
          {PROFILE_FIELDS.filter(({ name, onlyWhenSet }) => profile?.[name] || !onlyWhenSet).map((field) => (
            <Fact key={field.name} label={field.label}>
              {profile && <Value {...field}>{profile[field.name] ?? ''}</Value>}
            </Fact>
          ))}
          <PlaceFacts />
        </dl>
        <div className={shared.actions}>
          <Button
            variant={editing ? 'default' : 'filled'}
            aria-expanded={editing}
            aria-controls={formId}
            onClick={() => setEditing(!editing)}
          >
            {text.update}
          </Button>
        </div>
      </Card>
      <div id={formId} className={shared.narrow}>
        {editing && profile ? <ProfileForm profile={profile} onSaved={() => setEditing(false)} /> : null}
      </div>
      {/* Together, so that none moves the other. */}
      {profile ? (
        <>
          <EmailCard profile={profile} />
          <Card heading={copy.language.label}>
            <p>{copy.language.hint}</p>
            <div className={styles.language}>
              <LanguageSelect label={copy.language.label} onChoose={(language) => setLanguage({ language })} />
              <IconChevronDown size={18} aria-hidden="true" className={styles.arrow} />
            </div>
          </Card>
        </>
      ) : null}
    </div>
  )
}

function Value({ isCode, copyLabel, children }: Pick<ProfileField, 'isCode' | 'copyLabel'> & { children: string }) {
  const value = isCode ? <code>{children}</code> : children
  if (copyLabel === undefined) return value
  return (
    <span className={styles.key}>
      {value}
      <CopyIconButton value={children} label={copyLabel} />
    </span>
  )
}

/** The member's place in the tree; operators have none. */
function PlaceFacts() {
  const isMember = useSelector(selectSession)?.user.role === 'member'
  const { data, isError } = useDetailsQuery(undefined, { skip: !isMember })
  if (!isMember || isError) return null
  return (
    <>
      <Fact label={text.referredBy}>{data && sponsorOf(data)}</Fact>
      <Fact label={text.place}>{data && placeOf(data)}</Fact>
      <Fact label={text.joined}>{data && showDate(data.joined)}</Fact>
    </>
  )
}

type Details = NonNullable<ReturnType<typeof useDetailsQuery>['data']>

const sponsorOf = ({ sponsor }: Details): string =>
  sponsor ? `${sponsor.name} (${sponsor.referral_code})` : text.nobody

const placeOf = ({ place }: Details): ReactNode =>
  place.position === null
    ? text.placeOfFirst
    : fillGaps(
        (side) => text.placeAt(side ?? '', text.levelsBelow(place.level)),
        <span className="capitalised">{positionWord(place.position)}</span>,
      )

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children ?? <span className={styles.loading}>{copy.common.loading}</span>}</dd>
    </div>
  )
}
