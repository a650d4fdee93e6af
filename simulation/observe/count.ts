import type { World } from '../world/world.ts'

/** Whoever reads the counts sees what the simulation never got to. */
export function count({ explained }: World, what: string): void {
  explained[what] = (explained[what] ?? 0) + 1
}
