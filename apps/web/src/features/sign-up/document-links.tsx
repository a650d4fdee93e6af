import { documentTitles } from '../../lib/document-titles.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { signUpCopy as text } from './copy.ts'
import styles from './document-links.module.css'

/** What members are asked to agree to, where documents are published. */
export function DocumentLinks() {
  // An older server, during an upgrade, knows of none.
  const kinds = usePublicSettingsQuery().data?.documents ?? []
  if (kinds.length === 0) return null
  return (
    <div className={styles.links}>
      <p>{text.documents}</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <a href={`/documents/${kind}`}>{documentTitles[kind]}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
