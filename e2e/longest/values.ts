/** The longest values that the application accepts. */
export const LONG = {
  // One name that can wrap at its spaces, and one that cannot wrap anywhere.
  name: 'Wolfeschlegelsteinhausenbergerdorff Maximiliana Anneliese Konstantinopolitanskaya von und zu Hohenlohe',
  unbroken: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafewarenwohlgepfle',
  email: `${'1.very.long.mailbox.name.'.repeat(2)}at@${'subdomain.'.repeat(12)}example-organisation.org`,
  amount: 68_719_476_735.99999,
  reference: `deposit:0x${'c0ffee15'.repeat(8)}:4294967295`,
  address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  hash: `0x${'deadbeef'.repeat(8)}`,
  code: 'TREFOIL9WQZX',
  ip: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  // September is the longest month name, and two digits are longer than one.
  instant: '2026-09-28T22:58:59.000Z',
  whole: 2_147_483_647,
  coins: '1234567.123456789012345678',
  prose: 'A sentence that somebody wrote to say why, with more words than any column has room for. '.repeat(3).trim(),
} as const

export const LONGEST_EVENTS = [
  {
    at: LONG.instant,
    kind: 'refresh_token_reused',
    description: 'An old session token was used again: the session was ended',
    device: 'Samsung Internet on ChromeOS',
    network: '2001:db8:85a3::/48',
  },
]
