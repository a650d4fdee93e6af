import { isDeepStrictEqual } from 'node:util'
import { ChainTrouble, type ChainHealth, type ProviderHealth } from './chain.ts'
import { RpcRefusal, type Provider } from './rpc.ts'

/** A single answer is accepted only if a single provider is configured. */
const QUORUM = 2

export type Panel = {
  /**
   * Asks every provider and returns the answer that all of them gave. Some may be silent if enough are not. `undefined`
   * from a provider means that it does not have the data yet.
   */
  agree<Answer>(ask: (provider: Provider) => Promise<Answer | undefined>): Promise<Answer | undefined>
  /** Every answer, from at least a quorum. For questions that honest providers may answer differently. */
  gather<Answer>(ask: (provider: Provider) => Promise<Answer>): Promise<Answer[]>
  /** The first answer. For data that nothing depends on. */
  first<Answer>(ask: (provider: Provider) => Promise<Answer>): Promise<Answer>
  providers: Provider[]
  quorum: number
  sawHead: (provider: Provider, head: bigint) => void
  note: (facts: { head?: bigint; finalized?: bigint }) => void
  health: () => ChainHealth
}

export function convene(providers: Provider[]): Panel {
  const quorum = Math.min(QUORUM, providers.length)
  const states = new Map(providers.map((provider) => [provider, newState(provider.name)]))
  let trouble: ChainTrouble | undefined
  let agreedAt: Date | undefined
  const seen: { head?: bigint; finalized?: bigint } = {}

  const setState = (provider: Provider, state: ProviderHealth['state'], detail = '') => {
    const known = states.get(provider)
    if (!known) return
    if (known.state !== state) known.since = new Date()
    known.state = state
    known.detail = detail
  }
  const fail = (failure: ChainTrouble): never => {
    trouble = failure
    throw failure
  }

  async function askAll<Answer>(ask: (provider: Provider) => Promise<Answer>) {
    const answers: { provider: Provider; answer: Answer }[] = []
    const failures: ChainTrouble[] = []
    await Promise.all(
      providers.map(async (provider) => {
        try {
          answers.push({ provider, answer: await ask(provider) })
        } catch (error) {
          const failure = asTrouble(error)
          failures.push(failure)
          if (failure.kind !== 'range' && failure.kind !== 'missing')
            setState(provider, failure.kind === 'behind' ? 'behind' : 'unreachable', failure.message)
        }
      }),
    )
    if (answers.length < quorum) fail(troubleOf(failures))
    return answers
  }

  return {
    providers,
    quorum,
    async agree<Answer>(ask: (provider: Provider) => Promise<Answer | undefined>) {
      const answers = await askAll(ask)
      const present = answers.filter(({ answer }) => answer !== undefined)
      if (present.some(({ answer }) => !isDeepStrictEqual(answer, present[0]?.answer))) {
        for (const { provider } of present) setState(provider, 'disagrees', 'answers differently from the others')
        fail(new ChainTrouble('disagreement', `${present.map(nameOf).join(' and ')} answer differently`))
      }
      for (const { provider, answer } of answers) {
        if (answer === undefined && present.length > 0) setState(provider, 'behind', 'has less than the others')
        else setState(provider, 'ok')
      }
      if (present.length > 0 && present.length < quorum)
        fail(new ChainTrouble('behind', `only ${present.map(nameOf).join(' and ')} has it yet`))
      trouble = undefined
      agreedAt = new Date()
      return present[0]?.answer
    },
    async gather<Answer>(ask: (provider: Provider) => Promise<Answer>) {
      return (await askAll(ask)).map(({ answer }) => answer)
    },
    async first<Answer>(ask: (provider: Provider) => Promise<Answer>) {
      return Promise.any(providers.map(ask)).catch((error: AggregateError) =>
        fail(troubleOf(error.errors.map(asTrouble))),
      )
    },
    sawHead(provider, head) {
      const known = states.get(provider)
      if (known) known.head = head
    },
    note: (facts) => void Object.assign(seen, facts),
    health: () => ({
      state: trouble ? 'trouble' : 'ok',
      message: trouble?.message ?? describe([...states.values()]),
      head: seen.head,
      finalized: seen.finalized,
      agreedAt,
      providers: [...states.values()].map((state) => ({ ...state })),
    }),
  }
}

const nameOf = ({ provider }: { provider: Provider }) => provider.name

function describe(states: ProviderHealth[]): string {
  const others = states.filter(({ state }) => state !== 'ok')
  if (others.length === 0) return 'all providers agree'
  return others
    .map(({ name, state, detail }) => `${name} ${state === 'unasked' ? 'was not asked yet' : detail}`)
    .join(', ')
}

const newState = (name: string): ProviderHealth => ({
  name,
  state: 'unasked',
  head: undefined,
  since: new Date(),
  detail: '',
})

/** The most informative failure: those that a smaller question or waiting would cure come first. */
function troubleOf(troubles: ChainTrouble[]): ChainTrouble {
  for (const kind of ['range', 'missing', 'behind', 'malformed'] as const) {
    const found = troubles.find((trouble) => trouble.kind === kind)
    if (found) return found
  }
  return troubles[0] ?? new ChainTrouble('unreachable', 'no provider answers')
}

function asTrouble(error: unknown): ChainTrouble {
  if (error instanceof ChainTrouble) return error
  if (error instanceof RpcRefusal) return refusalTrouble(error)
  throw error
}

/** Providers share little more than these words. */
function refusalTrouble(refusal: RpcRefusal): ChainTrouble {
  const { message, code } = refusal
  if (/unknown block|not found|cannot be found|does not exist|missing trie|header not/i.test(message))
    return new ChainTrouble('missing', message, { cause: refusal })
  if (/range|too (?:many|large|wide|big)|limit|exceed|more than \d+/i.test(message) || code === -32005)
    return new ChainTrouble('range', message, { cause: refusal })
  return new ChainTrouble('unreachable', `a provider refuses: ${message}`, { cause: refusal })
}
