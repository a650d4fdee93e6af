export const AGREEMENT_PATH = '/dashboard/agreement'

/** Where somebody agrees, and then goes on with what they were doing. */
export const agreementFor = (back: string): string => `${AGREEMENT_PATH}?back=${encodeURIComponent(back)}`

/** Only within the dashboard: the address may come from anybody. */
export const backFrom = (query: URLSearchParams): string => {
  const back = query.get('back') ?? ''
  return /^\/dashboard(?:[/?#]|$)/.test(back) && !back.startsWith(AGREEMENT_PATH) ? back : '/dashboard'
}

let postponedBy: string | undefined

/** Whoever said "not now" is asked again after the next page load, and before money moves. */
export const postpone = (privateKey: string): void => {
  postponedBy = privateKey
}

export const hasPostponed = (privateKey: string): boolean => postponedBy === privateKey
