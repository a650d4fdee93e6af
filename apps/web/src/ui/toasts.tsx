import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react'

/** Said in passing. The caller decides the words; the toaster itself is fetched when it is first needed. */
export const toast = {
  success: (text: string) => void show({ tone: 'success', text }),
  error: (text: string) => void show({ tone: 'error', text }),
  /** Said once, however often it is asked for. */
  warning: (text: string) => void show({ tone: 'warning', text, id: text }),
}

const Toaster = lazy<ComponentType<{ onMounted: () => void }>>(() =>
  import('./toaster.tsx').catch(() => ({ default: () => null })),
)

/** Not part of the first load: it comes with the first touch of the page, so that it is there when a form is sent. */
export function Toasts() {
  const needed = useSyncExternalStore(subscribe, () => wanted)
  useEffect(() => {
    window.addEventListener('pointerdown', want, { once: true })
    window.addEventListener('keydown', want, { once: true })
    return () => {
      window.removeEventListener('pointerdown', want)
      window.removeEventListener('keydown', want)
    }
  }, [])
  return needed ? (
    <Suspense fallback={null}>
      <Toaster onMounted={announceMounted} />
    </Suspense>
  ) : null
}

async function show({ tone, text, id }: { tone: 'success' | 'error' | 'warning'; text: string; id?: string }) {
  want()
  try {
    const sonner = await import('./toaster.tsx')
    await mounted
    sonner.toast[tone](text, id === undefined ? {} : { id })
  } catch (problem) {
    // The connection broke before the toaster came. The words must reach the member all the same.
    console.error('The toaster could not be loaded', problem)
    window.alert(text)
  }
}

let announceMounted = () => {}
const mounted = new Promise<void>((resolve) => {
  announceMounted = resolve
})

let wanted = false
const listeners = new Set<() => void>()

function want() {
  wanted = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
