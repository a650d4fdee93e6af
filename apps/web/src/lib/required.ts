/** A rule for a form field: blanks alone do not count. */
export const required = (message: string) => ({
  validate: (value: string | undefined) => (value ?? '').trim() !== '' || message,
})
