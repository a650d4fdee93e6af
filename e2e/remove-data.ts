import { rm } from 'node:fs/promises'

/** What the server of this run had written. */
export default async function removeData(): Promise<void> {
  const dataDir = process.env['E2E_DATA_DIR']
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
}
