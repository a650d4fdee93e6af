import { messages } from '../../lib/messages.ts'

export const statementCopy = messages('statement', {
  button: 'Statement',
  title: 'Statement',
  document: 'Document',
  kinds: { statement: 'Statement: every line, with balances', giving: 'Giving: the donations of a year' },
  from: 'From',
  to: 'To',
  year: 'Year',
  format: 'Format',
  formats: { A4: 'PDF, A4', letter: 'PDF, Letter', csv: 'CSV, for spreadsheets' },
  days: 'Both days are included. Days begin and end at midnight UTC.',
  dayMissing: 'Choose both days.',
  submit: 'Download',
  close: 'Close',
  waiting: 'It is long, so it is being made. You may close this and come back.',
  progress: (percent: number) => `${percent} % made`,
  ready: 'Your document is ready.',
  save: 'Download it',
  failedToMake: 'It could not be made. Ask for it again.',
  failed: 'Something went wrong',
})
