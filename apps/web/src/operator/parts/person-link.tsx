import { Link } from 'react-router'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'

/** Links to everything about the account. */
export function PersonLink({ person }: { person: { id: number; name: string } | null }) {
  if (!person) return operatorCopy.common.none
  return (
    <Link to={`/operator/members/${person.id}`} className={styles.person}>
      {person.name}
    </Link>
  )
}
