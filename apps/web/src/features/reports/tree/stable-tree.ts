import { select } from 'd3-selection'
import { zoom, zoomIdentity, zoomTransform, type ZoomTransform } from 'd3-zoom'
import { Tree } from 'react-d3-tree'
import { SCALE, VIEW_MARGIN } from './chart-settings.ts'

type Nodes = ReturnType<Tree['generateTree']>['nodes']
type Links = ReturnType<Tree['generateTree']>['links']

/**
 * The chart, with two manners added. Each member keeps its own drawn element while branches open and close, where the
 * library reuses elements by their number, so that focus and movement stay with the person. And the view can be moved
 * from outside, without losing the zoom that the reader chose.
 */
export class StableTree extends Tree {
  readonly #slots = new Map<string, number>()
  #places = new Map<string, { x: number; y: number }>()
  #frame = 0

  override generateTree(): { nodes: Nodes; links: Links } {
    const { nodes, links } = super.generateTree()
    // Arrays with holes: the library names its elements by their index.
    const stableNodes: Nodes = []
    const stableLinks: Links = []
    this.#places = new Map()
    for (const node of nodes) {
      const ref = refOf(node)
      stableNodes[this.#slotOf(ref)] = node
      this.#places.set(ref, { x: node.x, y: node.y })
    }
    for (const link of links) stableLinks[this.#slotOf(refOf(link.target))] = link
    return { nodes: stableNodes, links: stableLinks }
  }

  override componentWillUnmount(): void {
    cancelAnimationFrame(this.#frame)
  }

  /** Brings a member to the middle of what is visible; with `onlyIfOut` not when it can be seen already. */
  show(ref: string, { durationMs, onlyIfOut = false }: { durationMs: number; onlyIfOut?: boolean }): void {
    const place = this.#places.get(ref)
    const view = this.#view()
    if (!place || !view) return
    const { transform, left, width, height } = view
    const [x, y] = transform.apply([place.x, place.y])
    const isIn = x > left + VIEW_MARGIN && x < left + width - VIEW_MARGIN && y > VIEW_MARGIN && y < height - VIEW_MARGIN
    if (onlyIfOut && isIn) return
    const { k } = transform
    this.#moveTo(zoomIdentity.translate(left + width / 2 - place.x * k, height / 2 - place.y * k).scale(k), durationMs)
  }

  /** Nearer or further, around the middle of what is visible. */
  zoomBy(factor: number, durationMs: number): void {
    const view = this.#view()
    if (!view) return
    const { transform, left, width, height } = view
    const k = Math.min(SCALE.max, Math.max(SCALE.min, transform.k * factor))
    const [x, y] = transform.invert([left + width / 2, height / 2])
    this.#moveTo(zoomIdentity.translate(left + width / 2 - x * k, height / 2 - y * k).scale(k), durationMs)
  }

  /** The reader's own hand goes first. */
  holdStill(): void {
    cancelAnimationFrame(this.#frame)
  }

  #slotOf(ref: string): number {
    const slot = this.#slots.get(ref) ?? this.#slots.size
    this.#slots.set(ref, slot)
    return slot
  }

  #view() {
    const svg = document.querySelector<SVGSVGElement>(`.${this.svgInstanceRef}`)
    const scroller = svg?.parentElement?.parentElement?.parentElement
    if (!svg || !scroller) return undefined
    const { scrollLeft: left, clientWidth: width, clientHeight: height } = scroller
    return { svg, transform: zoomTransform(svg), left, width, height }
  }

  #moveTo(target: ZoomTransform, durationMs: number): void {
    const view = this.#view()
    if (!view) return
    const { svg, transform: from } = view
    const group = document.querySelector(`.${this.gInstanceRef}`)
    const begun = performance.now()
    const step = (now: number) => {
      const part = durationMs > 0 ? Math.min(1, Math.max(0, (now - begun) / durationMs)) : 1
      const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2
      const between = (a: number, b: number) => a + (b - a) * eased
      const { x, y, k } = target
      const here = zoomIdentity.translate(between(from.x, x), between(from.y, y)).scale(between(from.k, k))
      group?.setAttribute('transform', here.toString())
      // The next drag continues from here.
      zoom<SVGSVGElement, unknown>().transform(select(svg), here)
      if (part < 1) this.#frame = requestAnimationFrame(step)
    }
    cancelAnimationFrame(this.#frame)
    if (durationMs > 0) this.#frame = requestAnimationFrame(step)
    else step(begun)
  }
}

const refOf = (node: Nodes[number]): string => String(node.data.attributes?.['ref'])
