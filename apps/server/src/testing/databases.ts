import pg from 'pg'

/** A database of its own, on the server of `url`; its address. */
export async function createDatabase(url: string, { name, template }: { name: string; template?: string }) {
  await onServer(url, `create database "${name}" template "${template ?? 'template0'}"`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export const dropDatabase = (url: string, name: string): Promise<void> =>
  onServer(url, `drop database if exists "${name}" with (force)`)

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
