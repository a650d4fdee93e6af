import { useEffect, type RefObject } from 'react'

/** Highlights the path to a member, on the elements themselves, so that pointing renders nothing. */
export function useLitPath(frame: RefObject<HTMLElement | null>, path: readonly string[]): void {
  const key = path.join(' ')
  useEffect(() => {
    if (key === '') return undefined
    const lit = key.split(' ').flatMap((ref) => {
      const name = CSS.escape(ref)
      return [...(frame.current?.querySelectorAll(`[data-ref="${name}"], [data-link="${name}"]`) ?? [])]
    })
    for (const element of lit) element.setAttribute('data-lit', 'true')
    return () => {
      for (const element of lit) element.removeAttribute('data-lit')
    }
  }, [frame, key])
}
