import type { PlacedMember } from './network.ts'

type Node = {
  id: number
  parent: Node | undefined
  sponsor: number | null
  children: (Node | undefined)[]
  stage: number
}
type TeamLevel = { ids: number[]; stages: number[] }
export type ModelTeam = {
  levels: TeamLevel[]
  referrals: number
  activeReferrals: number
  topReferrers: number[]
}

/** The rules of the tree again, as simply as possible: no index, no counts, every query walks. */
export class TreeModel {
  readonly #nodes = new Map<number, Node>()

  constructor(members: readonly PlacedMember[]) {
    for (const { id, parent, position, sponsor, stage } of members)
      this.#hang({ id, parent, sponsor, stage, slot: position ?? 0 })
  }

  get ids(): number[] {
    return [...this.#nodes.keys()]
  }

  /** The first open slot, level by level from the sponsor, left to right. */
  place(id: number, sponsor: number): { parent: number; slot: number } {
    const queue = [this.#node(sponsor)]
    for (const node of queue) {
      const slot = [0, 1, 2].find((open) => !node.children[open])
      if (slot !== undefined) {
        this.#hang({ id, parent: node.id, sponsor, stage: 0, slot })
        return { parent: node.id, slot }
      }
      queue.push(...node.children.filter((child) => child !== undefined))
    }
    throw new Error('A finite tree has an open slot')
  }

  setStage(id: number, stage: number): void {
    this.#node(id).stage = stage
  }

  /** Levels down to the shallowest open slot. */
  gap(id: number): number {
    let level = [this.#node(id)]
    for (let down = 0; ; down += 1) {
      if (level.some(({ children }) => [0, 1, 2].some((slot) => !children[slot]))) return down
      level = level.flatMap(({ children }) => children.filter((child) => child !== undefined))
    }
  }

  ancestors(id: number): number[] {
    const above = this.#node(id).parent
    return above ? [above.id, ...this.ancestors(above.id)] : []
  }

  /** `order` compares who joined first. */
  team(id: number, order: (a: number, b: number) => number): ModelTeam {
    const levels: TeamLevel[] = []
    let level = [this.#node(id)]
    for (let down = 0; down < 10; down += 1) {
      level = level
        .flatMap(({ children }) => children.filter((child) => child !== undefined))
        .toSorted((a, b) => order(a.id, b.id))
      levels.push({ ids: level.map((node) => node.id), stages: level.map(({ stage }) => stage) })
    }
    const referred = this.#referredBy(id)
    const top = levels
      .flatMap(({ ids }) => ids)
      .map((member) => ({ member, referrals: this.#referredBy(member).length }))
      .filter(({ referrals }) => referrals > 0)
      .toSorted((a, b) => b.referrals - a.referrals || a.member - b.member)
    return {
      levels,
      referrals: referred.length,
      activeReferrals: referred.filter(({ stage }) => stage > 0).length,
      topReferrers: top.slice(0, 10).map(({ member }) => member),
    }
  }

  #referredBy(id: number): Node[] {
    return [...this.#nodes.values()].filter(({ sponsor }) => sponsor === id)
  }

  #hang(at: { id: number; parent: number | null; sponsor: number | null; stage: number; slot: number }): void {
    const parent = at.parent === null ? undefined : this.#node(at.parent)
    const node = { id: at.id, parent, sponsor: at.sponsor, children: [], stage: at.stage }
    if (parent?.children[at.slot]) throw new Error(`Two members in slot ${at.slot} of ${parent.id}`)
    if (parent) parent.children[at.slot] = node
    this.#nodes.set(at.id, node)
  }

  #node(id: number): Node {
    const node = this.#nodes.get(id)
    if (!node) throw new Error(`No member ${id}`)
    return node
  }
}
