import { useSyncExternalStore } from 'react'
import { proofCheck, type CheckState } from './proof-check.ts'

export const useProofCheck = (): CheckState => useSyncExternalStore(proofCheck.subscribe, proofCheck.read)
