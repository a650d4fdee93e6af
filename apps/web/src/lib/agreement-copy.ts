import { messages } from './messages.ts'

export const agreementCopy = messages('agreement', {
  gate: {
    first: 'Before money moves, please read our documents and agree to them.',
    again: 'Our documents have changed. Before money moves, please read what is new and agree to it.',
    open: 'Read and agree',
    wait: (moment: string) => `New members wait before their first donation. You can give from ${moment} on.`,
  },
  page: {
    intro: 'Open each document, and tick the box below it if you agree.',
    version: (version: number, day: string) => `Version ${version}, published on ${day}`,
    read: (title: string) => `Read: ${title}`,
    ownPage: 'On a page of its own',
    agreeTo: (title: string, version: number) => `I have read the document “${title}”, version ${version}, and agree`,
    about: 'About you',
    country: 'Country that you live in',
    chooseCountry: 'Choose your country',
    countryRefused: (country: string) =>
      `We cannot offer this in ${country}. You can still read everything, cancel withdrawals that wait, and write to us.`,
    age: (years: number) => `I am at least ${years} years old`,
    submit: 'Agree',
    later: 'Not now',
    laterHint: 'You can look at everything without agreeing. Only money does not move.',
    incomplete: 'Please answer everything above: tick every box, and choose your country where it is asked for.',
    succeeded: 'Thank you. Your agreement is recorded.',
    failed: 'Your agreement could not be recorded. Please try again.',
    nothing: 'There is nothing that you have to agree to.',
    back: 'Back',
    loadFailed: 'The documents could not be loaded.',
    retry: 'Try again',
  },
  record: {
    title: 'What you agreed to',
    text: 'The documents, with their versions and when you agreed. The fingerprint proves which text it was.',
    version: (title: string, version: number) => `${title}, version ${version}`,
    country: (country: string) => `Country: ${country}`,
    age: (years: number) => `At least ${years} years old`,
    fingerprint: 'Fingerprint (SHA-256)',
    due: 'Something is waiting for your agreement.',
  },
})
