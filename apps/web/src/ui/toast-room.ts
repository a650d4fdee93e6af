const ROOM = '--toast-room'
/** Below this width toasts are as wide as the screen, and scroll bars take no space. */
const SMALL_SCREEN_PX = 900

/** In pixels: what the toasts cover, the current room, how far the page is scrolled and how far it could be. */
type Page = { covered: number; room: number; scrolled: number; scrollable: number }

/**
 * The room at the end of the page that lets its last control be scrolled clear of the toasts. It grows at once, and
 * shrinks only as far as nothing moves: a page scrolled into the room would jump.
 */
export function roomFor({ covered, room, scrolled, scrollable }: Page): number {
  const inUse = scrolled - (scrollable - room)
  return Math.max(covered, Math.min(room, inUse), 0)
}

/** Follows the toasts in the toaster's region until stopped. */
export function keepToastRoom(region: HTMLElement): () => void {
  const page = document.documentElement
  let room = 0
  const update = () => {
    const scrollable = page.scrollHeight - page.clientHeight
    const covered = scrollable === 0 && window.innerWidth > SMALL_SCREEN_PX ? 0 : coveredBy(region)
    const next = roomFor({ covered, room, scrolled: window.scrollY, scrollable })
    if (next === room) return
    room = next
    if (room === 0) page.style.removeProperty(ROOM)
    else page.style.setProperty(ROOM, `${room}px`)
  }
  const observer = new MutationObserver(update)
  observer.observe(region, { childList: true, subtree: true, attributes: true })
  window.addEventListener('scroll', update, { passive: true })
  return () => {
    observer.disconnect()
    window.removeEventListener('scroll', update)
    page.style.removeProperty(ROOM)
  }
}

/** With all toasts expanded, as they are when touched, and the same space above as below. */
function coveredBy(region: HTMLElement): number {
  const toasts = [...region.querySelectorAll<HTMLElement>('[data-sonner-toast]')].filter(
    ({ dataset }) => dataset['visible'] === 'true' && dataset['removed'] === 'false',
  )
  const [list] = region.getElementsByTagName('ol')
  if (toasts.length === 0 || !list) return 0
  const style = getComputedStyle(list)
  const space = Number.parseFloat(style.bottom) || 0
  const gap = Number.parseFloat(style.getPropertyValue('--gap')) || 0
  const heights = toasts.map((toast) => Number.parseFloat(toast.style.getPropertyValue('--initial-height')) || 0)
  return Math.ceil(heights.reduce((sum, height) => sum + height, (toasts.length - 1) * gap + 2 * space))
}
