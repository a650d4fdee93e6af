/** Every language of members' screens, public pages, mails and documents, by its own name. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  id: { name: 'Bahasa Indonesia', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const

export type Language = keyof typeof LANGUAGES

/** The source of all texts is in this one. */
export const SOURCE_LANGUAGE = 'en'

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag)
