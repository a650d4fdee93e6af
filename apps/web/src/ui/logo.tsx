import { copy } from '../lib/copy.ts'
import styles from './logo.module.css'

const LEAF = 'M32 33C21 26 20.5 12.5 32 4C43.5 12.5 43 26 32 33Z'

/** Three leaves from one point. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true" focusable="false" className={styles.mark}>
      <path d={LEAF} />
      <path d={LEAF} transform="rotate(120 32 35)" />
      <path d={LEAF} transform="rotate(240 32 35)" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoMark />
      <span>{copy.product.name}</span>
    </span>
  )
}
