import { commonPasscodes } from './common-passcodes.ts'

type Dictionaries = Record<string, string[]>

/** How zxcvbn is set up, on the server and in the browser, so that both judge alike. */
export const scoreOptions = <Graphs>(library: { common: Dictionaries; english: Dictionaries; graphs: Graphs }) => ({
  dictionary: {
    passcodes: commonPasscodes(),
    passwords: library.common['passwords-common'] ?? [],
    words: library.english['commonWords-en'] ?? [],
    encyclopaedia: library.english['wikipedia-en'] ?? [],
    firstNames: library.english['firstnames-en'] ?? [],
    lastNames: library.english['lastnames-en'] ?? [],
  },
  graphs: library.graphs,
  // Each one multiplies the time: enough for the usual replacements, too few to keep the server busy.
  l33tMaxSubstitutions: 10,
})
