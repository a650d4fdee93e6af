// The title of the screen that is on its way, and what else is known of it; and its files are asked for at once.
{
  const audience = 'member' in document.documentElement.dataset ? 'member' : 'visitor'
  const { title, documentTitle, lead, card, files } = OPENINGS[audience][location.pathname.replace(/\/+$/, '')] ?? {}
  if (title) {
    const opening = document.getElementById('opening')
    const write = (part, text = '') => {
      opening.querySelector(part).textContent = text
    }
    opening.dataset.for = audience
    write('h1', title)
    write('.opening-lead', lead)
    write('.opening-card h2', card?.heading)
    write('.opening-card p', card?.text)
    document.title = documentTitle
    for (const href of files) {
      const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
      document.head.append(Object.assign(document.createElement('link'), { ...kind, href, crossOrigin: '' }))
    }
  }
}
