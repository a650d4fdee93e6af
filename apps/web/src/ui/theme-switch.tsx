import IconDeviceDesktop from '~icons/tabler/device-desktop'
import IconMoon from '~icons/tabler/moon'
import IconSun from '~icons/tabler/sun'
import { chooseScheme, useChosenScheme } from '../lib/colour-scheme.ts'
import { copy } from '../lib/copy.ts'
import { IconButton } from './icon-button.tsx'

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const
const ICON = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** System, light, dark, and round again. */
export function ThemeSwitch() {
  const chosen = useChosenScheme()
  const Icon = ICON[chosen]
  const next = NEXT[chosen]
  return (
    <IconButton
      label={`${copy.theme.label}: ${copy.theme[chosen]}. ${copy.theme.switchTo(copy.theme[next])}`}
      onClick={() => chooseScheme(next)}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
