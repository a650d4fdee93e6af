import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, type RefCallback } from 'react'
import IconEye from '~icons/tabler/eye'
import IconEyeOff from '~icons/tabler/eye-off'
import { copy } from '../lib/copy.ts'
import { IconButton } from './icon-button.tsx'

type PasscodeFieldProps = TextInputProps & {
  label: string
  autoComplete: 'current-password' | 'new-password'
  ref?: RefCallback<HTMLInputElement>
}

export function PasscodeField({ label, ...rest }: PasscodeFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextInput
      label={label}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      rightSectionWidth={48}
      rightSectionPointerEvents="all"
      rightSection={
        <IconButton
          label={shown ? copy.common.hide(label) : copy.common.show(label)}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" />
        </IconButton>
      }
      {...rest}
    />
  )
}
