import { select } from 'd3-selection'
import 'd3-transition'
import { zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import { useEffect, useState, type RefObject } from 'react'
import type { Point } from './chart-layout.ts'
import { CLICK_DISTANCE, SCALE, TRANSLATE, VIEW_MARGIN, ZOOM_MS } from './chart-settings.ts'

type Elements = {
  scroller: RefObject<HTMLElement | null>
  svg: RefObject<SVGSVGElement | null>
  /** What is translated and scaled. */
  canvas: RefObject<SVGGElement | null>
}

export type ChartView = {
  /** Centres a place in the visible part; with `onlyIfOut` only when it is outside. */
  show: (place: Point, options: { durationMs: number; onlyIfOut?: boolean }) => void
  /** Around the centre of the visible part. */
  zoomBy: (factor: number, durationMs: number) => void
}

/** Zoom and pan. A gesture interrupts a running animation. */
export function useChartView({ scroller, svg, canvas }: Elements, { isStill }: { isStill: boolean }): ChartView {
  const [view] = useState(() =>
    zoom<SVGSVGElement, unknown>()
      .scaleExtent([SCALE.min, SCALE.max])
      .clickDistance(CLICK_DISTANCE)
      .filter(isForChart)
      .on('zoom', ({ transform }) => canvas.current?.setAttribute('transform', String(transform))),
  )

  useEffect(() => {
    const frame = scroller.current
    if (!svg.current || !frame) return undefined
    const chart = select(svg.current)
    view.extent(() => extentOf(frame))
    view(chart)
    view.transform(chart, zoomIdentity.translate(TRANSLATE.x, TRANSLATE.y))
    // On a narrow screen, start with the root in the centre.
    frame.scrollLeft = TRANSLATE.x - frame.clientWidth / 2
    return () => void chart.interrupt().on('.zoom', null)
  }, [view, svg, scroller])
  useEffect(() => {
    view.duration(isStill ? 0 : ZOOM_MS)
  }, [view, isStill])

  const moved = (chart: SVGSVGElement, durationMs: number) => {
    const selection = select(chart).interrupt()
    return durationMs > 0 ? selection.transition().duration(durationMs) : selection
  }
  return {
    show: ({ x, y }, { durationMs, onlyIfOut = false }) => {
      if (!svg.current || !scroller.current) return
      if (onlyIfOut && isSeen(zoomTransform(svg.current).apply([x, y]), scroller.current)) return
      view.translateTo(moved(svg.current, durationMs), x, y)
    },
    zoomBy: (factor, durationMs) => {
      if (svg.current) view.scaleBy(moved(svg.current, durationMs), factor)
    },
  }
}

/** Dragging, pinching and the wheel with Ctrl. The wheel alone scrolls the page. */
const isForChart = (event: MouseEvent | TouchEvent): boolean =>
  event.type === 'wheel' ? event.ctrlKey || event.metaKey : !event.ctrlKey && !('button' in event && event.button)

/** The visible part: on a narrow screen the chart also scrolls sideways in its frame. */
const extentOf = ({ scrollLeft, clientWidth, clientHeight }: HTMLElement): [[number, number], [number, number]] => [
  [scrollLeft, 0],
  [scrollLeft + clientWidth, clientHeight],
]

function isSeen([x, y]: [number, number], frame: HTMLElement): boolean {
  const [[left, top], [right, bottom]] = extentOf(frame)
  const isWithin = (at: number, from: number, to: number) => at > from + VIEW_MARGIN && at < to - VIEW_MARGIN
  return isWithin(x, left, right) && isWithin(y, top, bottom)
}
