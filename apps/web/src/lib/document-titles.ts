import { messages } from './messages.ts'

/** By the kind of the document. */
export const documentTitles = messages('documents', {
  terms: 'Terms of use',
  privacy: 'Privacy notice',
  risk: 'Risk notice',
})
