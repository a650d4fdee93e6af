import { useEffect, useRef, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { copy } from '../lib/copy.ts'
import { toast } from './toasts.tsx'

const CONFIRM_MS = 2000

/** Copies, and confirms it for a while. */
export function useCopied(confirmMs = CONFIRM_MS): { copied: boolean; copyValue: (value: string) => Promise<void> } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copyValue = async (value: string) => {
    if (!(await copyText(value))) {
      toast.error(copy.common.copyFailed)
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), confirmMs)
  }
  return { copied, copyValue }
}
