import { useEffect, useState } from 'react'
import { trustCopy as text } from './trust-copy.ts'
import styles from './trust.module.css'

const SAID_MS = 2000
const END = 8

type Copyable = {
  value: string
  /** What is copied, in words: there are many of these buttons. */
  name: string
  isShort?: boolean
  link?: string | null
}

/** Without a clipboard, which plain http on another host does not have, the whole value is shown to be selected. */
export function Copyable({ value, name, isShort = false, link = null }: Copyable) {
  const [isWhole, setWhole] = useState(!isShort)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), SAID_MS) : undefined
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      setWhole(true)
    }
  }
  const shown = isWhole || value.length <= END * 2 ? value : `${value.slice(0, END)}…${value.slice(-END)}`
  const said = isCopied ? text.copied : text.copy
  return (
    <span className={styles.copyable}>
      <span className={styles.hash} title={value}>
        {link === null ? (
          shown
        ) : (
          <a href={link} rel="noopener noreferrer">
            {shown}
          </a>
        )}
      </span>
      <button type="button" className={styles.copy} aria-label={`${said} ${name}`} onClick={() => void copy()}>
        {said}
      </button>
    </span>
  )
}
