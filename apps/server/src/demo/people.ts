/** The seeded network in order of joining, each with their sponsor's name. */
export const PEOPLE: readonly { name: string; referredBy: string }[] = [
  { name: 'Ada Moreno', referredBy: 'Trefoil' },
  { name: 'Ben Okafor', referredBy: 'Ada Moreno' },
  { name: 'Chiara Rossi', referredBy: 'Ada Moreno' },
  { name: 'Daan de Vries', referredBy: 'Ada Moreno' },
  { name: 'Elif Yılmaz', referredBy: 'Ben Okafor' },
  { name: 'Farid Haddad', referredBy: 'Ben Okafor' },
  { name: 'Grace Kim', referredBy: 'Chiara Rossi' },
  { name: 'Hugo Lindqvist', referredBy: 'Ada Moreno' },
  { name: 'Ines Carvalho', referredBy: 'Chiara Rossi' },
  { name: 'Jonas Weber', referredBy: 'Daan de Vries' },
  { name: 'Kavya Rao', referredBy: 'Elif Yılmaz' },
  { name: 'Lena Novák', referredBy: 'Elif Yılmaz' },
  { name: 'Mateo García', referredBy: 'Grace Kim' },
  { name: 'Nadia Petrova', referredBy: 'Ada Moreno' },
  { name: 'Oluwaseun Adeyemi', referredBy: 'Farid Haddad' },
  { name: 'Priya Nair', referredBy: 'Kavya Rao' },
  { name: 'Quentin Dubois', referredBy: 'Kavya Rao' },
  { name: 'Rosa Delgado', referredBy: 'Priya Nair' },
  { name: 'Samir Aziz', referredBy: 'Ada Moreno' },
  { name: 'Tomoko Sato', referredBy: 'Priya Nair' },
  { name: 'Ulrike Bauer', referredBy: 'Jonas Weber' },
  { name: 'Victor Mbeki', referredBy: 'Rosa Delgado' },
  { name: 'Wanda Kowalska', referredBy: 'Mateo García' },
  { name: 'Xavier Leroy', referredBy: 'Trefoil' },
  { name: 'Yara Haddad', referredBy: 'Tomoko Sato' },
  { name: 'Zofia Nowak', referredBy: 'Ada Moreno' },
]

/** The member whose key the sign-in screen shows. */
export const SAMPLE_MEMBER = 'Ada Moreno'

export const STAFF = [
  { name: 'Olga Operator', role: 'operator' },
  { name: 'Oscar Operator', role: 'operator' },
  { name: 'Anna Auditor', role: 'auditor' },
] as const

export const DEMO_DOMAIN = 'example.org'

/** ada.moreno@example.org: a domain that nobody can own. */
export const demoEmail = (name: string): string =>
  `${name
    .normalize('NFKD')
    .replaceAll('ı', 'i')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@${DEMO_DOMAIN}`
