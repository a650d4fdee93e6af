/** `E2E_SLOWDOWN=4` makes every page run at a quarter of its speed, and gives everything four times as long. */
export const SLOWDOWN = Math.max(1, Number(process.env['E2E_SLOWDOWN'] ?? 1))

/** For an expectation that takes longer than others, such as one that waits for the chain. */
export const within = (ms: number) => ({ timeout: ms * SLOWDOWN })
