import { isRightToLeft } from './language.ts'

const MIRRORED: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The key that does the same where the line runs from left to right: there, the right arrow leads on. */
export const lineKey = (key: string): string => (isRightToLeft && MIRRORED[key]) || key
