import { useEffect, useRef, type RefObject } from 'react'

/**
 * For the buttons that open a part of a card and are replaced by it: once it is closed, the first of them has the focus,
 * unless it went elsewhere.
 */
export function useReturnedFocus(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (wasOpen.current && !isOpen && isLost) buttons.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return buttons
}
