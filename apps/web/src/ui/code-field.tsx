import { TextInput, type TextInputProps } from '@mantine/core'
import type { RefCallback } from 'react'

/** A code of the authenticator app or a recovery code: letters too, so no digits-only keyboard. */
export function CodeField(props: TextInputProps & { ref?: RefCallback<HTMLInputElement> }) {
  return (
    <TextInput
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={20}
      {...props}
    />
  )
}
