import { useScreen } from '../lib/current-screen.ts'
import { PageTitle } from './page-title.tsx'

/** The title that the screen declares, so that the page shows what its shell showed before. */
export function ScreenTitle() {
  const { title, documentTitle = title, lead } = useScreen()
  return (
    <PageTitle documentTitle={documentTitle} lead={lead}>
      {title}
    </PageTitle>
  )
}
