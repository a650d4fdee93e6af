import IconLock from '~icons/tabler/lock'
import { Card } from '../../ui/card.tsx'
import { settingsCopy } from './copy.ts'
import { PasswordForm } from './password-form.tsx'
import shared from './settings.module.css'
import { TwoFactorCard } from './two-factor-card.tsx'

const text = settingsCopy.security

export function SecurityTab() {
  return (
    <div className={shared.columns}>
      <div className={shared.tab}>
        <Card
          eyebrow={text.passwordCardTitle}
          heading={text.passwordCardHeading}
          icon={<IconLock aria-hidden="true" />}
        >
          <p className={shared.text}>{text.passwordCardText}</p>
        </Card>
        <Card>
          <PasswordForm />
        </Card>
      </div>
      <TwoFactorCard />
    </div>
  )
}
