import { useEffect, useRef, type RefObject } from 'react'

/** One member is the stop of the Tab key: the one last in focus, else the root. Arrow keys do the rest. */
export function useRovingStop(frame: RefObject<HTMLElement | null>, root: string | undefined): (ref: string) => void {
  const last = useRef<string>(undefined)
  const find = (ref: string | undefined) =>
    ref === undefined ? null : frame.current?.querySelector(`[data-ref="${CSS.escape(ref)}"]`)
  const mark = () => {
    for (const stop of frame.current?.querySelectorAll('[data-ref][tabindex="0"]') ?? [])
      stop.setAttribute('tabindex', '-1')
    const stop = find(last.current) ?? find(root)
    stop?.setAttribute('tabindex', '0')
  }
  // Elements come and go with every drawing.
  useEffect(mark)
  return (ref) => {
    last.current = ref
    mark()
  }
}
