import { StatusDot } from '../../ui/status-dot.tsx'
import type { CaseRow } from './api.ts'
import { supportCopy } from './copy.ts'

const TONES = { open: 'calm', waiting: 'pending', solved: 'positive' } as const

export const CaseState = ({ state }: Pick<CaseRow, 'state'>) => (
  <StatusDot tone={TONES[state]}>{supportCopy.states[state]}</StatusDot>
)
