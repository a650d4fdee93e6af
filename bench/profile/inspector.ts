import { once } from 'node:events'

/** As Chrome's DevTools open it. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Takes CPU profiles of a process over its inspector. */
export class Inspector {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (result: unknown) => void>()
  #sent = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
      this.#waiting.get(id)?.(result)
      this.#waiting.delete(id)
    })
  }

  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    const inspector = new Inspector(socket)
    await inspector.#ask('Profiler.enable')
    return inspector
  }

  async profile(work: () => Promise<unknown>): Promise<CpuProfile> {
    await this.#ask('Profiler.start')
    await work()
    const { profile } = (await this.#ask('Profiler.stop')) as { profile: CpuProfile }
    return profile
  }

  close(): void {
    this.#socket.close()
  }

  #ask(method: string): Promise<unknown> {
    const id = (this.#sent += 1)
    this.#socket.send(JSON.stringify({ id, method }))
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }
}
