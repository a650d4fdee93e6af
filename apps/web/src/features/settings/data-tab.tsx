import { useSelector } from 'react-redux'
import { selectSession } from '../../lib/session.ts'
import { AgreementsCard } from './agreements-card.tsx'
import { EmailPrivacyCard } from './email-privacy-card.tsx'
import { EraseCard } from './erase-card.tsx'
import { ExportCard } from './export-card.tsx'
import shared from './settings.module.css'

/** Operators have a copy of their data, too. They answer for what they did, so they are neither hidden nor erased. */
export function DataTab() {
  const isMember = useSelector(selectSession)?.user.role === 'member'
  return (
    <div className={shared.columns}>
      <div className={shared.tab}>
        {isMember ? <EmailPrivacyCard /> : null}
        {isMember ? <AgreementsCard /> : null}
        <ExportCard />
      </div>
      {isMember ? <EraseCard /> : null}
    </div>
  )
}
