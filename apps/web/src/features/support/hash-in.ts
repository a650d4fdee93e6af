const HASH = /(?<![0-9a-f])(?:0x)?([0-9a-f]{64})(?![0-9a-f])/i

/** The hash in what somebody pasted: with or without 0x, with blanks around it, or as a link to an explorer. */
export const hashIn = (pasted: string): string | undefined => HASH.exec(pasted)?.[0]
