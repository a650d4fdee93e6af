import styles from './illustrations.module.css'

const LEAF = 'M0 0C-22 -14 -23 -41 0 -58C23 -41 22 -14 0 0Z'

/** Two leaves in place, the third still looking for its stem. */
export function LostLeaf() {
  return (
    <svg viewBox="0 0 240 160" width="240" height="160" aria-hidden="true" focusable="false" className={styles.drawing}>
      <path className={styles.ground} d="M24 138H216" />
      <path d="M104 138C104 120 103 108 102 94" />
      <path d={LEAF} transform="translate(102 94) rotate(-120)" className={styles.leaf} />
      <path d={LEAF} transform="translate(102 94) rotate(0)" className={styles.gap} />
      <path d={LEAF} transform="translate(102 94) rotate(120)" className={styles.leaf} />
      <path className={styles.gap} d="M118 40C138 14 166 22 168 50C170 74 150 76 156 98" />
      <path d={LEAF} transform="translate(188 132) rotate(-62) scale(0.9)" className={styles.leaf} />
    </svg>
  )
}

export function WiltedLeaf() {
  return (
    <svg viewBox="0 0 240 160" width="240" height="160" aria-hidden="true" focusable="false" className={styles.drawing}>
      <path className={styles.ground} d="M24 138H216" />
      <path d="M120 138C120 112 116 92 102 76" />
      <path d={LEAF} transform="translate(102 76) rotate(-150) scale(0.9)" className={styles.leaf} />
      <path d={LEAF} transform="translate(102 76) rotate(-78) scale(0.9)" className={styles.leaf} />
      <path d={LEAF} transform="translate(102 76) rotate(10) scale(0.9)" className={styles.leaf} />
      <path className={styles.gap} d="M164 60C176 66 182 78 180 92M176 50C192 58 200 76 196 96" />
    </svg>
  )
}
