import { useCallback, useState } from 'react'

/** An element's width in pixels, 0 until it is measured. */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
