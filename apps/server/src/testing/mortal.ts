/** Where a worker dies: right before or after the nth call of that name. */
export type KillPoint = { call: string; when: 'before' | 'after'; count: number }

/** Between any two steps of a payout. */
export const PAYOUT_KILL_POINTS: Record<string, KillPoint> = {
  'before the claim': { call: 'fees', when: 'after', count: 1 },
  'claimed, not signed': { call: 'sign', when: 'before', count: 1 },
  'signed, not stored': { call: 'sign', when: 'after', count: 1 },
  'stored, not sent': { call: 'broadcast', when: 'before', count: 1 },
  'sent, not noted': { call: 'broadcast', when: 'after', count: 1 },
  'before the first look for it': { call: 'receipt', when: 'before', count: 1 },
  'seen, not final': { call: 'receipt', when: 'after', count: 1 },
  'final, not booked': { call: 'post', when: 'before', count: 1 },
  'booked, not known to be': { call: 'post', when: 'after', count: 1 },
}

/**
 * All effects of a worker go through its chain and its ledger, so dying at their calls means dying between its steps.
 */
export function mortal<Part extends object>(part: Part, kill: KillPoint, die: () => Promise<never>): Part {
  let calls = 0
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = target[name as keyof Part]
      if (typeof value !== 'function' || name !== kill.call) return value
      return async (...given: unknown[]) => {
        calls += 1
        if (calls === kill.count && kill.when === 'before') await die()
        const answer: unknown = await (value as (...all: unknown[]) => unknown)(...given)
        if (calls === kill.count && kill.when === 'after') await die()
        return answer
      }
    },
  })
}
