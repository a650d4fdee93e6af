import { messages } from '../../lib/messages.ts'

export const documentsCopy = messages('publicDocuments', {
  title: 'Documents',
  lead: 'What members agree to, in every version.',
  none: 'Nothing is published: nobody is asked to agree to anything.',
  unknownTitle: 'There is no such document',
  unknown: 'The address may have a typing error.',
  inForce: (version: number, day: string) => `Version ${version}, in force since ${day}`,
  old: (version: number, day: string) => `Version ${version} of ${day}, which is not in force any more`,
  toNewest: 'Read the version in force',
  versions: 'All versions',
  version: (version: number, day: string) => `Version ${version}, ${day}`,
  fingerprint: 'Fingerprint of the text (SHA-256)',
  footer: 'Versions that were published stay as they are.',
})
