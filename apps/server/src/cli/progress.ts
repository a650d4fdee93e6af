const WIDTH = 30

type Terminal = { isTTY: boolean; write(text: string): unknown }

/** A progress bar on stderr, so that stdout has only the result. Silent without a terminal. */
export function progressBar(total: number, label: string, terminal: Terminal = process.stderr): (done: number) => void {
  if (!terminal.isTTY) return () => {}
  return (done) =>
    void terminal.write(`\r${barOf(done, total)} ${done} of ${total} ${label}${done >= total ? '\n' : ''}`)
}

function barOf(done: number, total: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.floor(part * WIDTH)
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.floor(part * 100)).padStart(3)} %`
}
