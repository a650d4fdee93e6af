import { TextField, type TextFieldProps } from './text-field.tsx'

/** An authenticator or recovery code. The latter has letters, so no numeric keyboard. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  )
}
