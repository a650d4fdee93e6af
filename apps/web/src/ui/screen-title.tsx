import { useScreen } from '../lib/current-screen.ts'
import { PageTitle } from './page-title.tsx'

/** The title that the screen declares, and that its page shell has shown before. */
export function ScreenTitle({ hasLead = true }: { hasLead?: boolean }) {
  const { title, documentTitle = title, lead } = useScreen()
  return (
    <PageTitle documentTitle={documentTitle} lead={hasLead ? lead : undefined}>
      {title}
    </PageTitle>
  )
}
