// Fills in what is known of the screen that is loading, and asks for its files at once.
{
  const audience = 'member' in document.documentElement.dataset ? 'member' : 'visitor'
  const { title, documentTitle, lead, card, files } = PAGE_SHELLS[audience][location.pathname.replace(/\/+$/, '')] ?? {}
  const shell = document.getElementById('page-shell')
  if (title) {
    const write = (part, text = '') => {
      shell.querySelector(part).textContent = text
    }
    shell.dataset.for = audience
    // These texts are English. In another language their places stay empty until its texts have come.
    if (document.documentElement.lang === 'en') {
      write('h1', title)
      write('.page-shell-lead', lead)
      write('.page-shell-card h2', card?.heading)
      write('.page-shell-card p', card?.text)
      document.title = documentTitle
    }
    for (const href of files) {
      const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
      document.head.append(Object.assign(document.createElement('link'), { ...kind, href, crossOrigin: '' }))
    }
  }
  // Hidden until now: the browser may paint before it has parsed the whole page, and the loading mark would move.
  shell.hidden = false
}
