import { StatusDot } from '../../ui/status-dot.tsx'
import type { CaseRow } from './api.ts'
import { casesCopy } from './copy.ts'

const TONES = { open: 'pending', waiting: 'calm', solved: 'positive' } as const

export const CaseState = ({ state }: Pick<CaseRow, 'state'>) => (
  <StatusDot tone={TONES[state]}>{casesCopy.filters[state]}</StatusDot>
)
