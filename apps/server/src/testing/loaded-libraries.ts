import { registerHooks } from 'node:module'

// Run as a process of its own: imports the modules that it is given, and prints which of the large libraries that loaded.

const LARGE = ['pdfkit', 'sharp']
const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    for (const name of LARGE) if (url.includes(`/node_modules/${name}/`)) loaded.add(name)
    return next(url, context)
  },
})
for (const path of process.argv.slice(2)) await import(path)
process.stdout.write(JSON.stringify([...loaded]), () => process.exit(0))
