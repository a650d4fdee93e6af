import { readFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

const TIMEOUT_MS = 1500

/** What Patroni on that node says of the cluster. */
export async function askPatroni(address: string, certificates: string): Promise<Member[]> {
  const ca = await readFile(join(certificates, 'ca.crt'))
  const answer = await new Promise<string>((resolve, reject) => {
    const request = get(`https://${address}:8008/cluster`, { ca, timeout: TIMEOUT_MS }, (response) => {
      text(response).then(resolve, reject)
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`Patroni at ${address} does not answer`)))
  })
  return (JSON.parse(answer) as { members: Member[] }).members
}
