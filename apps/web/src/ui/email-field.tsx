import { TextField, type TextFieldProps } from './text-field.tsx'

/** For an address of the person who types. */
export const EmailField = (props: TextFieldProps) => (
  <TextField type="email" autoComplete="email" maxLength={254} required {...props} />
)
