import MarkdownIt from 'markdown-it'

/** The page's title and the name of the section come above. */
const LEVELS_ABOVE = 2
const REL = 'nofollow noopener noreferrer'

const markdown = new MarkdownIt('commonmark', { html: false }).disable('image')
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url)
markdown.core.ruler.push('trefoil', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(Number(token.tag.slice(1)) + LEVELS_ABOVE, 6)}`
    for (const child of token.children ?? []) if (child.type === 'link_open') child.attrSet('rel', REL)
  }
})

/** CommonMark as HTML: tags are shown as text, links lead to the web or to mail, and pictures come with the cause. */
export function renderStory(text: string): string {
  const known = rendered.get(text)
  if (known !== undefined) return known
  const html = markdown.render(text)
  if (rendered.size >= RENDERED_MAX) rendered.clear()
  rendered.set(text, html)
  return html
}

/** A long text takes milliseconds, and pages with many are read all the time. At its longest one takes 50 kB. */
const RENDERED_MAX = 200
const rendered = new Map<string, string>()
