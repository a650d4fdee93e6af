import { useMantineColorScheme } from '@mantine/core'
import IconDeviceDesktop from '~icons/tabler/device-desktop'
import IconMoon from '~icons/tabler/moon'
import IconSun from '~icons/tabler/sun'
import { copy } from '../lib/copy.ts'
import { IconButton } from './icon-button.tsx'

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const
const ICON = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** System, light, dark, and round again. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = ICON[colorScheme]
  const next = NEXT[colorScheme]
  return (
    <IconButton
      label={`${copy.theme.label}: ${copy.theme[colorScheme]}. ${copy.theme.switchTo(copy.theme[next])}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
