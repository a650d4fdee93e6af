import { runCommandLine } from './command-line.ts'

const { code, stdout, stderr } = await runCommandLine(process.argv.slice(2), process.env)
if (stdout !== '') console.log(stdout)
if (stderr !== '') console.error(stderr)
process.exitCode = code
