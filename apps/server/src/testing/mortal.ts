/** Where a worker dies: right before or after the nth call of that name. */
export type KillPoint = { call: string; when: 'before' | 'after'; count: number }

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
