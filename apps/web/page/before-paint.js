// Runs before the first paint. Asks for the cookies once and leaves what it read on the page: each look costs a slow phone a moment.
{
  const page = document.documentElement.dataset
  const { cookie } = document
  // Kept in a cookie, because signing out empties local storage. A dark page never flashes light.
  page.chosenScheme = /(?:^|; )trefoil-colour-scheme=(light|dark)(?:;|$)/.exec(cookie)?.[1] ?? 'auto'
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  page.colourScheme = page.chosenScheme === 'auto' ? system : page.chosenScheme
  // The server marks the pages of a demo: the bar is there from the start, and moves nothing.
  if (/(?:^|; )trefoil_demo=1(?:;|$)/.test(cookie)) page.demo = ''
  if (/(?:^|; )role=member(?:;|$)/.test(cookie)) page.member = ''
  // The chosen language, or else the first of the browser's that there is.
  const languages = LANGUAGES
  const chosen = /(?:^|; )trefoil-language=(\w+)(?:;|$)/.exec(cookie)?.[1]
  const wanted = [chosen, ...navigator.languages].map((tag) => tag?.split('-')[0].toLowerCase())
  const lang = wanted.find((tag) => Object.hasOwn(languages, tag)) ?? 'en'
  Object.assign(document.documentElement, { lang, dir: languages[lang].direction })
  const { file } = languages[lang]
  if (file) {
    page.catalogue = file
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: file }))
  }
}
