import { useSelector } from 'react-redux'
import { selectSession } from '../../lib/session.ts'

/** Auditors see everything and get no actions. */
export const useMayAct = (): boolean => useSelector(selectSession)?.user.role === 'operator'
