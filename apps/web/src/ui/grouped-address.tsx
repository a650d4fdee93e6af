import styles from './grouped-address.module.css'

/** In groups of four, which people can compare; copied, it has no spaces. */
export function GroupedAddress({ address }: { address: string }) {
  return (
    <code className={styles.address}>
      {(address.match(/.{1,4}/gsu) ?? []).map((group, index) => (
        <span key={`${index} ${group}`} className={styles.group}>
          {group}
        </span>
      ))}
    </code>
  )
}
