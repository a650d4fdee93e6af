import IconLock from '~icons/tabler/lock'
import { Card } from '../../ui/card.tsx'
import { settingsCopy } from './copy.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecurityActivity } from './security-activity.tsx'
import { SessionsCard } from './sessions-card.tsx'
import shared from './settings.module.css'
import { TwoFactorCard } from './two-factor-card.tsx'

const text = settingsCopy.security

export function SecurityTab() {
  return (
    <div className={shared.tab}>
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
        <div className={shared.tab}>
          <TwoFactorCard />
          <PasskeysCard />
        </div>
      </div>
      <SessionsCard />
      <SecurityActivity />
    </div>
  )
}
