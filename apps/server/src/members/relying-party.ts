import { mayHavePasskeys } from '@trefoil/core/identity/passkey'

/** What passkeys belong to: a name, and the pages that may ask for them. */
export type RelyingParty = { id: string; isOwnOrigin: (origin: string) => boolean }

/**
 * From the settings, never from a request. Undefined if members open the application under an IP address, which cannot
 * have passkeys.
 */
export function relyingPartyOf(settings: { publicUrl: string; production: boolean }): RelyingParty | undefined {
  const { hostname, origin } = new URL(settings.publicUrl)
  if (!mayHavePasskeys(hostname)) return undefined
  // A demo is also opened through the port of a development server or of a tunnel.
  const isDemo = !settings.production && hostname === 'localhost'
  return { id: hostname, isOwnOrigin: (one) => one === origin || (isDemo && LOCAL.test(one)) }
}

const LOCAL = /^http:\/\/localhost(:\d{1,5})?$/
