import { TextField, type TextFieldProps } from './text-field.tsx'

/** A code of the authenticator app or a recovery code: letters too, so no digits-only keyboard. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={20}
      {...props}
    />
  )
}
