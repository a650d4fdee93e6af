import styles from './skeleton.module.css'

/** A quiet block in the shape of what is to come. Whoever shows it says "loading" once, around all of them. */
export function Skeleton({ width = '100%', height }: { width?: number | string; height: number }) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height }} />
}
