import type { Programme } from '../programme/programme.ts'

/** The most that anybody can get back, as a part of what they gave. */
export type MostBack = {
  /** 10000: as much as they gave. */
  readonly basis_points: number
  /** The first stage with it. */
  readonly stage: number
}

/** Each donation opens room for its amount × the stage's multiplier, and no more. */
export function mostBack({ stages }: Programme): MostBack {
  let most: MostBack = { basis_points: 0, stage: 1 }
  for (const { number: stage, earningMultiplierBasisPoints } of stages) {
    const basisPoints = Number(earningMultiplierBasisPoints)
    if (basisPoints > most.basis_points) most = { basis_points: basisPoints, stage }
  }
  return most
}
