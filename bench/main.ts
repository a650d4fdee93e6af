/** `npm run bench -- network`: each part prints its table and writes its figures to bench/results. */
const parts: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  network: () => import('./network/run.ts'),
}

const [name, ...args] = process.argv.slice(2)
const wanted = name === undefined ? Object.keys(parts) : [name]
for (const part of wanted) {
  const load = parts[part]
  if (!load) {
    console.error(`There is no benchmark "${part}": ${Object.keys(parts).join(', ')}`)
    process.exit(1)
  }
  await (await load()).run(args)
}
