import styles from './meter.module.css'

/** How much of something there is. */
export function Meter({ label, value, max, shown }: { label: string; value: number; max: number; shown: string }) {
  const most = Math.max(max, 0)
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={Math.min(value, most)}
      aria-valuetext={shown}
      className={styles.track}
    >
      <span className={styles.fill} style={{ width: most > 0 ? `${Math.min(1, value / most) * 100}%` : 0 }} />
    </div>
  )
}
