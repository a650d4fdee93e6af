import { Link } from 'react-router'
import { operatorCopy } from '../copy.ts'

/** Leads to everything about the account. */
export function PersonLink({ person }: { person: { id: number; name: string } | null }) {
  return person ? <Link to={`/operator/members/${person.id}`}>{person.name}</Link> : operatorCopy.common.none
}
