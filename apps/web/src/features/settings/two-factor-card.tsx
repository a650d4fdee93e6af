import { useState } from 'react'
import IconShieldLock from '~icons/tabler/shield-lock'
import { copy } from '../../lib/copy.ts'
import { Button } from '../../ui/button.tsx'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { settingsCopy } from './copy.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RenewRecoveryCodes } from './renew-recovery-codes.tsx'
import shared from './settings.module.css'
import { SetUpTwoFactor } from './set-up-two-factor.tsx'
import { TurnOffTwoFactor } from './turn-off-two-factor.tsx'
import { useReturnedFocus } from './use-returned-focus.ts'

const text = settingsCopy.twoFactor

type Doing = 'nothing' | 'setting-up' | 'turning-off' | 'renewing' | { showing: string[] }

export function TwoFactorCard() {
  const { data, isError, refetch } = useProfileQuery()
  const on = data?.profile.two_factor
  const hasApp = data?.profile.authenticator
  const [doing, setDoing] = useState<Doing>('nothing')
  const stop = () => setDoing('nothing')
  const buttons = useReturnedFocus(doing !== 'nothing')
  const showCodes = (showing: string[]) => setDoing({ showing })

  return (
    <Card
      eyebrow={settingsCopy.security.twoFactorCardTitle}
      heading={settingsCopy.security.twoFactorCardHeading}
      icon={<IconShieldLock aria-hidden="true" />}
    >
      <p className={shared.text}>{settingsCopy.security.twoFactorCardText}</p>
      {on === undefined && isError ? (
        <LoadFailure text={settingsCopy.profile.loadFailed} retryLabel={settingsCopy.profile.retry} onRetry={refetch} />
      ) : on === undefined ? (
        <p>{copy.common.loading}</p>
      ) : (
        <p className={shared.state} data-on={on}>
          {on ? settingsCopy.security.on : settingsCopy.security.off}
        </p>
      )}
      {doing === 'nothing' && on !== undefined ? (
        <div ref={buttons} className={shared.actions}>
          {hasApp ? null : <Button onClick={() => setDoing('setting-up')}>{on ? text.setUpApp : text.setUp}</Button>}
          {on ? (
            <Button variant="default" onClick={() => setDoing('renewing')}>
              {text.renew}
            </Button>
          ) : null}
          {hasApp ? (
            <Button variant="default" onClick={() => setDoing('turning-off')}>
              {text.turnOff}
            </Button>
          ) : null}
        </div>
      ) : null}
      {doing === 'setting-up' ? <SetUpTwoFactor onDone={showCodes} onCancel={stop} /> : null}
      {doing === 'turning-off' ? <TurnOffTwoFactor onDone={stop} onCancel={stop} /> : null}
      {doing === 'renewing' ? <RenewRecoveryCodes onDone={showCodes} onCancel={stop} /> : null}
      {typeof doing === 'object' ? <RecoveryCodes codes={doing.showing} onDone={stop} /> : null}
    </Card>
  )
}
