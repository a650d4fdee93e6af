import type pg from 'pg'
import { numbers, texts } from './columns.ts'

/**
 * A journal that was acknowledged. `lineage`: how many losses two operators had accepted by then; a journal of an earlier
 * one may be among what was lost.
 */
export type Tail = { readonly lineage: number; readonly journal: bigint; readonly reference: string }

/**
 * Each source begins with a connection, at whose beginning everything known is compared. So what one source tells of a
 * database that has lost its tail never takes the place of what another one knows.
 */
export type TailSource = 'own' | 'announced' | 'forwarded'

type Options = {
  complain?: (sentence: string) => void
  /** Whether it is our database at all. Asked first, because what is missing in another one is not lost. */
  requireOurs?: (client: pg.ClientBase) => Promise<void>
}

/**
 * Remembers the last journals that were acknowledged, to this process or to others, and compares them with each database
 * that is connected to. If one is missing, that database was set back without anybody's knowing: posting stops for all
 * processes, until two operators have accepted it.
 */
export class TailGuard {
  readonly #known = new Map<TailSource, Tail>()
  readonly #complain: (sentence: string) => void
  readonly #requireOurs: (client: pg.ClientBase) => Promise<void>

  constructor({ complain = () => {}, requireOurs = async () => {} }: Options = {}) {
    this.#complain = complain
    this.#requireOurs = requireOurs
  }

  /** What this process itself has posted last. */
  get own(): Tail | undefined {
    return this.#known.get('own')
  }

  /** `undefined`: nothing new. */
  learn(source: TailSource, tail: Tail | undefined): void {
    const known = this.#known.get(source)
    if (tail && (!known || isLater(tail, known))) this.#known.set(source, tail)
  }

  /** For new connections. Fails if the database cannot tell; then nothing may be posted on it. */
  readonly check = async (client: pg.ClientBase): Promise<void> => {
    await this.#requireOurs(client)
    const known = [...this.#known.values()]
    if (known.length === 0) return
    const { rows } = await client.query<{ sentence: string | null }>(
      'select check_tail($1::int[], $2::bigint[], $3::text[]) as sentence',
      [
        numbers(known.map(({ lineage }) => lineage)),
        numbers(known.map(({ journal }) => journal)),
        texts(known.map(({ reference }) => reference)),
      ],
    )
    const sentence = rows[0]?.sentence ?? null
    if (sentence !== null) this.#complain(sentence)
  }
}

const isLater = (a: Tail, b: Tail): boolean => (a.lineage === b.lineage ? a.journal > b.journal : a.lineage > b.lineage)
