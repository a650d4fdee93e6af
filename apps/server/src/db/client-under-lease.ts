import type pg from 'pg'

/** The right to lead, until another process has taken it. */
export type Lease = { readonly lock: number; readonly token: string }

/** The same connection, for a leader. */
export const clientUnderLease = <Client extends pg.ClientBase>(client: Client, lease: Lease): Client =>
  new Proxy(client, {
    get(target, name) {
      if (name === 'query') return assertingLease(target, lease)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

/** One that only reads need not: it may have to read what another one sees, before it asks anything. */
const BEGINS = /^\s*(begin|start transaction)\b(?!.*\bread only\b)/is
/** A `select` that calls a function which writes has to be in a transaction. */
const MAY_WRITE = /^\s*(with|insert|update|delete|merge)\b/i

export function assertingLease(client: pg.ClientBase, { lock, token }: Lease) {
  /** In one message with the beginning. */
  const begin = async (statement: string): Promise<pg.QueryResult> => {
    try {
      const results = await client.query(`${statement}; select assert_lease(${lock}, '${token}')`)
      return (results as unknown as pg.QueryResult[])[0] ?? results
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
  return (query: string | pg.Submittable, values?: unknown[]): unknown => {
    if (typeof query !== 'string') return client.query(query)
    if (BEGINS.test(query)) return begin(query)
    if (client.getTransactionStatus() !== 'I' || !MAY_WRITE.test(query)) return client.query(query, values)
    return alone(query, values)
  }

  async function alone(query: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
    await begin('begin')
    try {
      const result = await client.query(query, values)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
}
