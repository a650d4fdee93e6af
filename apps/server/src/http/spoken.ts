import { acceptedLanguage } from '@trefoil/core/language/accept-language'
import { isLanguage, type Language } from '@trefoil/core/language/languages'
import { parse } from 'cookie'
import type { FastifyRequest } from 'fastify'

/** What a browser speaks. */
export type Spoken = {
  /** By whoever uses it. The pages keep it in a cookie, for before somebody is signed in. */
  chosen: Language | null
  /** Its `Accept-Language`. */
  accepted: Language | null
}

export function spokenIn({ headers }: FastifyRequest): Spoken {
  const chosen = parse(headers.cookie ?? '')['trefoil-language'] ?? ''
  return {
    chosen: isLanguage(chosen) ? chosen : null,
    accepted: acceptedLanguage(headers['accept-language']) ?? null,
  }
}
