import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { asApplication } from '../db/database.ts'
import type { Settings } from '../env.ts'
import { createDatabase, dropDatabase } from './databases.ts'

async function newDatabase(template?: string): Promise<string> {
  const name = `test-${randomUUID()}`
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  return createDatabase(inject('postgresUrl'), { name, ...(template && { template }) })
}

/** The owner's URL of a database with some people in it. */
export const copyOfPattern = (): Promise<string> => newDatabase('pattern')

/** The same server on an empty database. */
export async function settingsOfAnother(settings: Settings) {
  const owner = await newDatabase()
  return { ...settings, databaseUrl: asApplication(owner), databaseOwnerUrl: owner }
}

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
