import { isRightToLeft } from './language.ts'

/** From right to left, marks keep the sign to the right of its number, as Unicode's locale data have it for Arabic. */
const SIGN = isRightToLeft ? '\u200e%\u200e' : ' %'

/** "61 %" */
export const withPercent = (figure: number | string): string => `${figure}${SIGN}`
