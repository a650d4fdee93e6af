#!/usr/local/bin/node
// The one command of the image and of the units: without a word, or with `start`, the server; otherwise the command line.
import './without-types.mjs'

const [command] = process.argv.slice(2)
await import(command === undefined || command === 'start' ? './src/main.ts' : './src/cli.ts')
