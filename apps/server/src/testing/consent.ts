import { expect } from 'vitest'
import type { Answer, Visitor } from './visitor.ts'

type TwoOperators = { olga: Visitor; oscar: Visitor }
type Rules = { only_these?: boolean; countries?: string[]; minimum_age?: number | null; waiting_hours?: number }

const why = 'Because it is a test'

/** One proposes it, the other agrees. */
export async function publish(staff: TwoOperators, kind: string, text: string): Promise<void> {
  await byTwo(staff, await staff.olga.post('/api/operator/proposals/document', { kind, text, why }))
}

export async function setRules(staff: TwoOperators, rules: Rules): Promise<void> {
  const body = { only_these: false, countries: [], minimum_age: null, waiting_hours: 0, ...rules, why }
  await byTwo(staff, await staff.olga.post('/api/operator/proposals/consent-rules', body))
}

async function byTwo({ oscar }: TwoOperators, proposed: Answer): Promise<void> {
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(200)
  const { id } = proposed.body.data.proposal
  const approved = await oscar.post(`/api/operator/proposals/${id}/approve`, { why })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
}

/** To everything that is asked, with what is asked besides. */
export async function agreeToAll(
  visitor: Visitor,
  said: { country?: string; at_least?: number } = {},
): Promise<Answer> {
  const { due } = (await visitor.get('/api/users/agreements')).body.data
  const documents = (due?.documents ?? []).map(({ kind, version }: { kind: string; version: number }) => ({
    kind,
    version,
  }))
  return visitor.post('/api/users/agreements', { documents, ...said })
}
