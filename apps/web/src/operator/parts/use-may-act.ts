import { useSelector } from 'react-redux'
import { selectSession } from '../../lib/session.ts'

/** An auditor sees everything and is offered nothing to do. */
export const useMayAct = (): boolean => useSelector(selectSession)?.user.role === 'operator'
