type Name = readonly [name: string, mark: RegExp]

/** The first that matches: many browsers also claim to be Chrome or Safari. */
const BROWSERS: readonly Name[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\S+ .*Safari\//],
]

const SYSTEMS: readonly Name[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** Browser and system from lists of our own: a User-Agent is a stranger's text, and none of it is ever shown. */
export function describeDevice(agent: string | undefined | null): string {
  const browser = nameIn(BROWSERS, agent ?? '') ?? 'Unknown browser'
  const system = nameIn(SYSTEMS, agent ?? '')
  return system === undefined ? browser : `${browser} on ${system}`
}

const nameIn = (names: readonly Name[], agent: string) => names.find(([, mark]) => mark.test(agent))?.[0]
