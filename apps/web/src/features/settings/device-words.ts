import { messages } from '../../lib/messages.ts'

const words = messages('devices', {
  on: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown browser',
})

/** What the server calls a device in English. */
export function deviceWords(device: string): string {
  const [browser = '', system] = device.split(' on ')
  const name = browser === 'Unknown browser' ? words.unknown : browser
  return system === undefined ? name : words.on(name, system)
}
