import { request } from 'node:http'

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  // oxlint-disable-next-line no-explicit-any -- tests look into replies of every shape
  body: any
}

/** A browser without a screen: keeps cookies, sends its token, and may use any loopback address. */
export type Visitor = {
  token: string | undefined
  cookies: Map<string, string>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
  send(
    method: string,
    path: string,
    raw?: { body: string | Buffer; type?: string; headers?: Record<string, string> },
  ): Promise<Answer>
}

export function visitor(url: string, { from = '127.0.0.1' }: { from?: string } = {}): Visitor {
  const self: Visitor = {
    token: undefined,
    cookies: new Map(),
    get: (path) => self.send('GET', path),
    post: (path, body) => self.send('POST', path, body === undefined ? undefined : { body: JSON.stringify(body) }),
    put: (path, body) => self.send('PUT', path, { body: JSON.stringify(body) }),
    delete: (path, body) => self.send('DELETE', path, body === undefined ? undefined : { body: JSON.stringify(body) }),
    send: (method, path, raw) =>
      new Promise((answered, failed) => {
        const headers: Record<string, string> = { ...(raw && { 'content-type': raw.type ?? 'application/json' }) }
        if (self.token !== undefined) headers['authorization'] = `Bearer ${self.token}`
        if (self.cookies.size > 0) headers['cookie'] = [...self.cookies].map((pair) => pair.join('=')).join('; ')
        // Node frames the body of a DELETE only if it is told how long it is.
        if (raw && method === 'DELETE') headers['content-length'] = String(Buffer.byteLength(raw.body))
        Object.assign(headers, raw?.headers)
        const sent = request(new URL(path, url), { method, headers, localAddress: from }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            keepCookies(self.cookies, response.headers['set-cookie'] ?? [])
            const text = Buffer.concat(chunks).toString()
            answered({ status: response.statusCode ?? 0, headers: response.headers, body: readJson(text) })
          })
        })
        sent.on('error', failed)
        sent.end(raw?.body)
      }),
  }
  return self
}

function keepCookies(jar: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
