import sharp from 'sharp'
import { expect } from 'vitest'
import type { Staff } from './staff.ts'
import type { Answer, Visitor } from './visitor.ts'

const why = 'Because it is a test'
/** Anybody's, and nothing of ours. */
export const CAUSE_ADDRESS = '0x1111111111111111111111111111111111111111'

export const causeText = {
  slug: 'wells',
  name: 'Wells',
  summary: 'Water.',
  story: '',
  picture: null as string | null,
  picture_description: '',
  legal_name: 'Wells e.V.',
  country: null as string | null,
  registration_number: '',
  link: '',
  deductible: [] as { jurisdiction: string; words: string }[],
}

/** A draft. */
export async function writeCause(operator: Visitor, text: Partial<typeof causeText>): Promise<number> {
  const { status, body } = await operator.post('/api/operator/causes', { ...causeText, ...text, why })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.id
}

/** One proposes and the other agrees. */
export async function changeByTwo({ olga, oscar }: Staff, change: object): Promise<Answer> {
  const proposed = await olga.post('/api/operator/proposals/cause', { why, ...change })
  if (proposed.status !== 200) return proposed
  return oscar.post(`/api/operator/proposals/${proposed.body.data.proposal.id}/approve`, { why })
}

export async function openByTwo(staff: Staff, text: Partial<typeof causeText>): Promise<number> {
  const cause = await writeCause(staff.olga, text)
  const { status, body } = await changeByTwo(staff, { cause, change: 'open', address: CAUSE_ADDRESS })
  expect(status, JSON.stringify(body)).toBe(200)
  return cause
}

export const drawPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#206F48' } })
    .png()
    .toBuffer()

export async function uploadPicture(operator: Visitor): Promise<{ name: string; small: string; large: string }> {
  const { status, body } = await uploadFile(operator, await drawPicture())
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.picture
}

export const uploadFile = (operator: Visitor, file: Buffer, type = 'image/png'): Promise<Answer> =>
  operator.send('POST', '/api/operator/pictures', { body: file, type })
