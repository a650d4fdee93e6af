import { supportCopy } from './copy.ts'

/** What is always asked in the same words. Operators read it, in English. */
export const SUBJECTS = {
  missing_deposit: 'My deposit is missing',
  wrong_network: 'I sent on the wrong network',
  deposit: 'About a deposit',
  withdrawal: 'About a withdrawal',
  donation: 'About a donation',
  transfer: 'About a transfer',
} as const

const { ways, form } = supportCopy
const SHOWN: Record<keyof typeof SUBJECTS, string> = {
  missing_deposit: ways.missing_deposit.title,
  wrong_network: ways.wrong_network.title,
  ...form.about,
}

/** To the member, in their language. What they wrote themselves stays as it is. */
export function showSubject(subject: string): string {
  const known = (Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]).find((key) => SUBJECTS[key] === subject)
  return known ? SHOWN[known] : subject
}
