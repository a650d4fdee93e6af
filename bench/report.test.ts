import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { thenStop } from './cleanup.ts'
import { runParts, type Part } from './report.ts'

async function run(parts: Record<string, Part>) {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const error = await runParts({ parts, sizes: [], machine: 'a fast one', folder: pathToFileURL(`${folder}/`), print })
    .then(() => undefined)
    .catch((thrown: unknown) => thrown)
  const [file = ''] = await readdir(folder)
  return { error, lines, written: JSON.parse(await readFile(join(folder, file), 'utf8')) as object }
}

const good: Part = async ({ figure }) => {
  figure({ what: 'transfers', perSecond: 7000 })
  return { table: 'transfers  7000/s', ratios: { 'transfers × TPC-B': 3.5 } }
}

test('figures are printed as they come, then the table and the ratios, and all of it is written', async () => {
  const { error, lines, written } = await run({ money: good })
  expect(error).toBeUndefined()
  expect(lines.slice(0, 3)).toEqual([
    '{"benchmark":"money","what":"transfers","perSecond":7000}',
    '\ntransfers  7000/s\n',
    'transfers 3.50 × TPC-B',
  ])
  expect(written).toMatchObject({
    machine: 'a fast one',
    money: { figures: [{ what: 'transfers', perSecond: 7000 }], ratios: { 'transfers × TPC-B': 3.5 } },
  })
  expect(written).not.toHaveProperty('failed')
})

test('a failing part loses no figures, and its own error is thrown', async () => {
  const complaints = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => complaints.mockRestore())
  const broken: Part = ({ figure }) =>
    thenStop(
      async () => {
        figure({ what: 'scanner', perSecond: 20_000 })
        throw new Error('out of gas')
      },
      () => Promise.reject(new Error('the connection was cut')),
    )
  const never = vi.fn<Part>(good)
  const { error, lines, written } = await run({ money: good, chain: broken, network: never })
  expect(error).toEqual(new Error('out of gas'))
  expect(complaints.mock.calls).toEqual([['Stopping failed too:', new Error('the connection was cut')]])
  expect(lines).toContain('{"benchmark":"chain","what":"scanner","perSecond":20000}')
  expect(written).toMatchObject({
    failed: { benchmark: 'chain', error: 'Error: out of gas' },
    money: { figures: [{ what: 'transfers' }], ratios: { 'transfers × TPC-B': 3.5 } },
    chain: { figures: [{ what: 'scanner', perSecond: 20_000 }] },
  })
  expect(never).not.toHaveBeenCalled()
})
