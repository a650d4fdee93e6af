import type { MemberId } from '@trefoil/core/ledger/account'
import { Refusal } from '@trefoil/core/refusal'
import type { Keyring } from '../members/keyring.ts'

/** Where a page of a history ended. Sealed: positions in our tables are nobody's business. */
export type Cursors = {
  seal(positions: readonly (string | number)[]): string
  open(cursor: string): string[]
}

/** Good for one history of one member. */
export function cursorsOf(keyring: Keyring, history: string, member: MemberId): Cursors {
  const prefix = `${history} ${member} `
  return {
    seal: (positions) => keyring.seal('cursor', prefix + positions.join(' ')).toString('base64url'),
    open(cursor) {
      const text = opened(keyring, cursor)
      if (!text?.startsWith(prefix)) throw new Refusal('invalid_request', 'This cursor is not one of this history.')
      return text.slice(prefix.length).split(' ')
    },
  }
}

function opened(keyring: Keyring, cursor: string): string | undefined {
  try {
    return keyring.open('cursor', Buffer.from(cursor, 'base64url'))
  } catch {
    return undefined
  }
}

const LIMIT_DEFAULT = 50

export type Page = { cursor?: string | undefined; limit?: number | undefined }

export const limitOf = ({ limit }: Page): number => limit ?? LIMIT_DEFAULT
