import { lazy, useState, type ComponentType } from 'react'
import { CurrentScreen } from '../lib/current-screen.ts'
import type { DetailScreen, Heading } from '../lib/screen.ts'

type Code = { default: ComponentType }

/**
 * Code that loads when it is needed, or before. Loaded code renders at once: `lazy` alone would wait for a promise,
 * even a settled one, and React would show the skeleton for at least 300 ms.
 */
export function lazyCode<Module extends Code>(fetchCode: () => Promise<Module>) {
  let code: Module | undefined
  const load = async (): Promise<Module> => (code ??= await fetchCode())
  const Later = lazy(load)
  function Component() {
    // Chosen once: another component later would mount the screen anew.
    const [Loaded] = useState<ComponentType>(() => code?.default ?? Later)
    return <Loaded />
  }
  return { load, Component }
}

/** A screen with its page as a component. The code loads when the page renders, or earlier by `load`. */
export function lazyScreen<Declared extends DetailScreen & Partial<Heading>>(screen: Declared) {
  const { load, Component } = lazyCode(screen.load)
  const { title, documentTitle, lead } = screen
  const heading = title === undefined ? undefined : { title, documentTitle, lead }
  const Page = () => (
    <CurrentScreen value={heading}>
      <Component />
    </CurrentScreen>
  )
  return { ...screen, load, Page }
}
