import type { World } from '../world/world.ts'

/** What somebody does. Returns what came of it in a word, or `undefined` where it was not possible. */
export type Action = { name: string; weight: number; act: (world: World) => Promise<string | undefined> }
