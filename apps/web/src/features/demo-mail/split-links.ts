/** Splits a text at its links and keeps only their paths: in a demo, every link leads to this site. */
export function splitLinks(text: string): { text: string; path: string | null }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, path: pathOf(part) }))
}

function pathOf(part: string): string | null {
  if (!/^https?:\/\//.test(part) || !URL.canParse(part)) return null
  const { pathname, search, hash } = new URL(part)
  // Two slashes would name another host.
  return pathname.replace(/^\/+/, '/') + search + hash
}
