import { expect, test } from 'vitest'
import { renderStory } from './render-story.ts'

test('CommonMark becomes HTML, below the headings of the page', () => {
  expect(renderStory('# Wells\n\nWe *dig*.\n\n- one\n- two')).toBe(
    '<h3>Wells</h3>\n<p>We <em>dig</em>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
  )
  expect(renderStory('###### Small')).toBe('<h6>Small</h6>\n')
})

test('tags are shown as text', () => {
  for (const html of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<a href="javascript:x">y</a>',
  ]) {
    const shown = renderStory(html)
    expect(shown).not.toMatch(/<(?!\/?p>)/)
    expect(shown).toContain('&lt;')
  }
  expect(renderStory('```\n<b>\n```')).toBe('<pre><code>&lt;b&gt;\n</code></pre>\n')
})

test('links lead to the web or to mail, and carry `rel`', () => {
  const rel = 'rel="nofollow noopener noreferrer"'
  expect(renderStory('[a](https://example.org/?a=1&b=2)')).toBe(
    `<p><a href="https://example.org/?a=1&amp;b=2" ${rel}>a</a></p>\n`,
  )
  expect(renderStory('<mailto:a@example.org>')).toContain(`<a href="mailto:a@example.org" ${rel}>`)
  for (const target of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/api',
    'vbscript:x',
    '&#106;avascript:x',
  ])
    expect(renderStory(`[a](${target}) <${target}>`)).not.toContain('<a')
})

test('no picture is loaded from elsewhere', () => {
  expect(renderStory('![a](https://example.org/a.png)')).not.toContain('<img')
})

test('the same text is rendered once: strangers read it every second', () => {
  const texts = Array.from({ length: 21 }, (_, number) =>
    `${number} **and** [so](https://example.org) on.\n\n`.repeat(300),
  )
  const render = () => {
    const begun = performance.now()
    const shown = texts.map(renderStory)
    return { shown, took: performance.now() - begun }
  }
  const [first, second] = [render(), render()]
  expect(second.shown).toEqual(first.shown)
  expect(second.took).toBeLessThan(first.took / 20)
})

test('a text that is made to take long does not', () => {
  const begun = performance.now()
  for (const piece of ['[', '*a _b ', '> ', '`', '![[]()']) renderStory(piece.repeat(Math.floor(20_000 / piece.length)))
  expect(performance.now() - begun).toBeLessThan(5000)
})
