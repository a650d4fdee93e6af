import { useEffect, useState } from 'react'
import { copy } from '../lib/copy.ts'
import { findReference } from '../lib/reference.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopyIconButton } from '../ui/copy-icon-button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { WiltedLeaf } from './illustrations.tsx'
import styles from './full-message.module.css'
import { CONTENT_ID } from './skip-link.tsx'

/** For errors in the layout itself. */
export function ErrorPage() {
  return (
    <main id={CONTENT_ID} className={styles.whole}>
      <ErrorScreen />
    </main>
  )
}

/** Inside the layout, so that the menu stays. */
export function ErrorScreen() {
  const [reference, setReference] = useState<string | null>(null)
  useEffect(() => {
    void findReference().then(setReference)
  }, [])

  return (
    <div className={styles.message} role="alert">
      <WiltedLeaf />
      <PageTitle documentTitle={copy.errorScreen.title} lead={copy.errorScreen.text}>
        {copy.errorScreen.title}
      </PageTitle>
      {reference ? (
        <div>
          <p className={styles.advice}>{copy.errorScreen.advice}</p>
          <p className={styles.reference}>
            <code>{reference}</code>
            <CopyIconButton value={reference} label={copy.errorScreen.copyReference} />
          </p>
        </div>
      ) : (
        <p className={styles.advice}>{copy.errorScreen.adviceWithoutReference}</p>
      )}
      <div className={styles.actions}>
        {/* Whole loads: what failed may be a part of the application that never arrived. */}
        <Button onClick={() => window.location.reload()}>{copy.errorScreen.tryAgain}</Button>
        <ButtonLink href="/" variant="default">
          {copy.errorScreen.backToHome}
        </ButtonLink>
      </div>
    </div>
  )
}
