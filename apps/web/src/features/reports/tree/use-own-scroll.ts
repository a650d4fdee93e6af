import { useEffect, useRef, type RefObject } from 'react'
import { TRANSLATE } from './chart-settings.ts'

/**
 * The chart takes what is meant for it: pinching, and the wheel with Ctrl. Everything else scrolls the page, which
 * would otherwise be stuck at the chart. At first the root is in the middle of a narrow screen.
 */
export function useOwnScroll(
  frame: RefObject<HTMLElement | null>,
  { isThere, onHand }: { isThere: boolean; onHand: () => void },
): void {
  const hand = useRef(onHand)
  useEffect(() => {
    hand.current = onHand
  })
  useEffect(() => {
    const scroller = frame.current?.firstElementChild
    if (!isThere || !scroller) return undefined
    scroller.scrollLeft = TRANSLATE.x - scroller.clientWidth / 2
    const onWheel = (event: Event) => {
      if ((event as WheelEvent).ctrlKey || (event as WheelEvent).metaKey) hand.current()
      else event.stopPropagation()
    }
    const onPointerDown = () => hand.current()
    // Before the chart hears of it.
    scroller.addEventListener('wheel', onWheel, { capture: true })
    scroller.addEventListener('pointerdown', onPointerDown)
    return () => {
      scroller.removeEventListener('wheel', onWheel, { capture: true })
      scroller.removeEventListener('pointerdown', onPointerDown)
    }
  }, [frame, isThere])
}
