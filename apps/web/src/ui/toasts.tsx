import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react'

/** Short messages. The toaster itself loads when it is first needed. */
export const toast = {
  success: (text: string) => void show({ tone: 'success', text }),
  error: (text: string) => void show({ tone: 'error', text }),
  /** Shown once, however often it is requested. */
  warning: (text: string) => void show({ tone: 'warning', text, id: text }),
}

const Toaster = lazy<ComponentType<{ onMounted: () => void }>>(() =>
  import('./toaster.tsx').catch(() => ({ default: () => null })),
)

/** Not part of the first load: it loads with the first interaction, in time for the first form. */
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
    // The toaster could not be loaded. The member must see the message regardless.
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
