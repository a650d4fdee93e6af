import IconLock from '~icons/tabler/lock'
import { copy } from '../../lib/copy.ts'
import { Card } from '../../ui/card.tsx'
import { PasswordForm } from './password-form.tsx'
import shared from './settings.module.css'
import { TwoFactorCard } from './two-factor-card.tsx'

const text = copy.security

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
