/** Authenticator apps show codes in groups, and people type the gap too. */
export const tidyCode = (typed: string): string => typed.replace(/\s/g, '')
