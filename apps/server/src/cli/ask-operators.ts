import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** `code`: of the authenticator, or a recovery code; empty for whoever has no second factor. */
export type Credentials = { privateKey: string; passcode: string; code: string }

/** Asks two operators at the terminal, which does not show what they type. Scripts give six lines instead. */
export async function askOperators(): Promise<[Credentials, Credentials]> {
  const isTerminal = process.stdin.isTTY
  const unseen = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: isTerminal })
  const answers = lines[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string> => {
    if (isTerminal) process.stderr.write(`${question}: `)
    const { value, done } = await answers.next()
    if (isTerminal) process.stderr.write('\n')
    return done ? '' : value.trim()
  }
  const askOne = async (who: string): Promise<Credentials> => ({
    privateKey: await ask(`${who}, private key`),
    passcode: await ask('passcode'),
    code: await ask('authenticator or recovery code, if two-factor or a passkey is on'),
  })
  try {
    return [await askOne('First operator'), await askOne('Second operator')]
  } finally {
    lines.close()
  }
}
