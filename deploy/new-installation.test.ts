import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test.each(['compose', 'helm', 'systemd'])(
  'the steps of %s make the first members, without whom no server starts',
  async (folder) => {
    const steps = await readFile(new URL(`${folder}/README.md`, import.meta.url), 'utf8')
    expect(steps).toMatch(/For a new installation, once:/)
    expect(steps).toMatch(/\binit\b.*--root-email\b.*--operator-email\b/)
  },
)
