import { useState } from 'react'
import IconEye from '~icons/tabler/eye'
import IconEyeOff from '~icons/tabler/eye-off'
import { copy } from '../lib/copy.ts'
import { IconButton } from './icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

type PasscodeFieldProps = TextFieldProps & {
  autoComplete: 'current-password' | 'new-password'
}

export function PasscodeField({ label, ...rest }: PasscodeFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextField
      label={label}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
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
