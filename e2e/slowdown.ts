/** `E2E_SLOWDOWN=4` runs every page at a quarter of its speed, and multiplies time-outs by four. */
export const SLOWDOWN = Math.max(1, Number(process.env['E2E_SLOWDOWN'] ?? 1))

/** For slow expectations, such as those that wait for the chain. */
export const within = (ms: number) => ({ timeout: ms * SLOWDOWN })
