import { useEffect, useState } from 'react'
import { copy } from '../lib/copy.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import styles from './new-passcode-field.module.css'
import { PasscodeField } from './passcode-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

const PAUSE_MS = 200
const NOBODY: Owner = { name: '', email: '' }

type Owner = { name: string; email: string }
type NewPasscodeFieldProps = Omit<TextFieldProps, 'autoComplete'> & {
  /** What is in the field now. */
  typed: string
  /** As far as it is known: a passcode is not made of its owner's name. */
  owner?: Owner
}

/** Says while somebody types whether the server would accept the passcode. */
export function NewPasscodeField({ typed, owner = NOBODY, description, ...field }: NewPasscodeFieldProps) {
  const verdict = useVerdict(typed, owner)
  return (
    <PasscodeField
      autoComplete="new-password"
      description={
        <span role="status" data-verdict={verdict?.kind} className={styles.verdict}>
          {verdict?.sentence ?? description}
        </span>
      }
      {...field}
    />
  )
}

type Verdict = { kind: 'weak' | 'strong'; sentence: string }

/** Undefined until something is typed and the dictionaries are loaded, which are large and needed nowhere else. */
function useVerdict(typed: string, { name, email }: Owner): Verdict | undefined {
  const passcode = useDebounced(typed, PAUSE_MS)
  const [verdict, setVerdict] = useState<Verdict & { of: string }>()
  useEffect(() => {
    if (passcode === '') return undefined
    let isStale = false
    const judge = async () => {
      const { faultOf } = await import('../lib/passcode-verdict.ts')
      if (isStale) return
      const fault = faultOf(passcode, { name, email })
      setVerdict(
        fault === undefined
          ? { of: passcode, kind: 'strong', sentence: copy.passcode.strong }
          : { of: passcode, kind: 'weak', sentence: fault },
      )
    }
    // Offline or outdated: the server judges anyway.
    judge().catch(() => setVerdict(undefined))
    return () => {
      isStale = true
    }
  }, [passcode, name, email])
  return typed === '' ? undefined : verdict
}
