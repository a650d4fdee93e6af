import { messages } from './messages.ts'

/** What public pages say before their code has come. Our own words, without a sign that HTML would read otherwise. */
export const publicPageTexts = messages('publicPages', {
  causes: {
    title: 'Causes',
    lead: 'Where donations go: what each cause was given, and every payment it received, down to the transaction.',
  },
  unknownCause: {
    title: 'There is no such cause',
    lead: 'The address may have a typing error, or the cause is not open yet.',
  },
  facts: {
    title: 'What Members Really Got',
    lead: 'Everyone who ever joined is counted, and what they gave is subtracted.',
  },
  simulator: {
    title: 'What It Could Be for You',
    lead: 'A year among members who do what members did, many times over. Never a promise.',
  },
  trust: {
    title: 'What Is Owed, and What Is There',
    lead: 'Counted every day, and written where nobody can change it. Anybody can check it.',
  },
  receipt: {
    title: 'Verify a Receipt',
    lead: 'Whether a donation receipt is genuine. Who gave is never shown.',
  },
  documents: {
    all: { title: 'Documents', lead: 'What members agree to, in every version.' },
    unknown: { title: 'There is no such document', lead: 'The address may have a typing error.' },
    titles: { terms: 'Terms of use', privacy: 'Privacy notice', risk: 'Risk notice' },
    inForce: ({ version }: { version: number }) => `Version ${version}, in force.`,
    old: ({ version }: { version: number }) => `Version ${version}, which is not in force any more.`,
  },
})
