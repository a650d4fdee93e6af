import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { copy } from '../lib/copy.ts'
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
        <Button component={Link} to="/">
          {copy.notFound.backToHome}
        </Button>
      </div>
    </div>
  )
}
