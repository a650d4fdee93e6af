import styles from './skeleton.module.css'

/** A placeholder in the shape of the content. Its container announces "loading" once for all of them. */
export function Skeleton({ width = '100%', height }: { width?: number | string; height: number }) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height }} />
}
