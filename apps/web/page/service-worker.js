/*
 * Opens the members' application without a connection. It keeps the page and the files that the page names, which are the
 * same for everybody, with the texts of the languages that were used here, and nothing else: whatever is somebody's own
 * goes past this worker, and is never kept.
 */
const KEPT = 'SHELL_NAME'
const PAGE = '/'
const FILES = SHELL_FILES
const TEXTS = /^\/assets\/(language|later|[a-z]+-copy)-[\w-]+\.js$/
const SCREENS = /^\/(signin|dashboard(\/.*)?)?$/

self.addEventListener('install', (event) => event.waitUntil(keep()))

// The worker of another version stays with the tabs that it opened, and ends with the last of them.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([forgetOthers(), self.registration.navigationPreload?.enable()])),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode !== 'navigate') {
    if (FILES.includes(pathname)) event.respondWith(keptFile(request))
    else if (TEXTS.test(pathname)) event.respondWith(keptTexts(request))
  } else if (SCREENS.test(pathname)) event.respondWith(openPage(event))
})

async function keep() {
  const page = await fetch(PAGE, { cache: 'reload' })
  const html = await page.clone().text()
  // During a deployment another version may answer: then it is tried again at the next visit.
  if (!FILES.every((file) => html.includes(file))) throw new Error('The page is of another version.')
  const kept = await caches.open(KEPT)
  await kept.addAll(FILES)
  await kept.put(PAGE, page)
}

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))
}

async function keptFile(request) {
  const kept = await caches.open(KEPT)
  return (await kept.match(request)) ?? fetch(request)
}

async function keptTexts(request) {
  const kept = await caches.open(KEPT)
  const known = await kept.match(request)
  if (known) return known
  const texts = await fetch(request)
  if (texts.ok) await kept.put(request, texts.clone())
  return texts
}

async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (problem) {
    const kept = await caches.open(KEPT)
    const page = await kept.match(PAGE)
    if (!page) throw problem
    return page
  }
}
