import { StatusDot } from '../../ui/status-dot.tsx'
import type { CauseRow } from './api.ts'
import { causesCopy } from './copy.ts'

const TONES = { draft: 'pending', open: 'positive', closed: 'danger' } as const

export const CauseState = ({ cause: { state, is_default } }: { cause: Pick<CauseRow, 'state' | 'is_default'> }) => (
  <StatusDot tone={TONES[state]}>
    {`${causesCopy.states[state]}${is_default ? ` · ${causesCopy.isDefault}` : ''}`}
  </StatusDot>
)
