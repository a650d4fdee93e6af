import { copy } from '../lib/copy.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './full-message.module.css'
import { LostLeaf } from './illustrations.tsx'

export function NotFound() {
  return (
    <div className={styles.message}>
      <LostLeaf />
      <PageTitle documentTitle={copy.notFound.title} lead={copy.notFound.text}>
        {copy.notFound.title}
      </PageTitle>
      <div className={styles.actions}>
        <ButtonLink to="/">{copy.notFound.backToHome}</ButtonLink>
      </div>
    </div>
  )
}
