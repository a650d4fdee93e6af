import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import IconArrowLeft from '~icons/tabler/arrow-left'
import IconMessageCircle from '~icons/tabler/message-circle'
import IconNetworkOff from '~icons/tabler/network-off'
import IconZoomQuestion from '~icons/tabler/zoom-question'
import { Card } from '../../ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import type { About } from './api.ts'
import { CaseForm } from './case-form.tsx'
import { CaseList } from './case-list.tsx'
import { CaseScreen } from './case-screen.tsx'
import { supportCopy } from './copy.ts'
import { PaymentForm } from './payment-form.tsx'
import { SUBJECTS } from './subjects.ts'
import styles from './support.module.css'

const text = supportCopy
const HERE = '/dashboard/support'

const WAYS = [
  { topic: 'missing_deposit', icon: IconZoomQuestion },
  { topic: 'wrong_network', icon: IconNetworkOff },
  { topic: 'other', icon: IconMessageCircle },
] as const

/** The address says what is shown: all cases, one of them, or one of the ways to ask. */
export default function SupportPage() {
  const [query] = useSearchParams()
  const reference = query.get('case')
  const about = aboutFrom(query.get('about'))
  const way = WAYS.find(({ topic }) => topic === query.get('ask'))
  const isHome = reference === null && !about && !way
  return (
    <div className={styles.page}>
      <ScreenTitle hasLead={isHome} />
      {isHome ? (
        <>
          <Ways />
          <CaseList />
        </>
      ) : (
        <>
          <Link to={HERE} className={styles.back ?? ''}>
            <IconArrowLeft aria-hidden="true" />
            {text.back}
          </Link>
          {reference !== null ? (
            <CaseScreen key={reference} reference={reference} />
          ) : about ? (
            <Asking heading={text.form.about[about.kind]}>
              <CaseForm key={about.id} topic="transaction" about={about} subject={SUBJECTS[about.kind]} />
            </Asking>
          ) : way?.topic === 'other' ? (
            <Asking heading={text.ways.other.title}>
              <CaseForm topic="other" />
            </Asking>
          ) : way ? (
            <Asking heading={text.ways[way.topic].title}>
              <PaymentForm key={way.topic} topic={way.topic} />
            </Asking>
          ) : null}
        </>
      )}
    </div>
  )
}

function Asking({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={styles.narrow}>
      <Card heading={heading}>{children}</Card>
    </div>
  )
}

function Ways() {
  return (
    <nav aria-label={text.waysLabel}>
      <ul className={styles.ways}>
        {WAYS.map(({ topic, icon: Icon }) => (
          <li key={topic}>
            <Link to={`${HERE}?ask=${topic}`} className={styles.way ?? ''}>
              <Icon aria-hidden="true" />
              <span className={styles.wayWords}>
                <span className={styles.wayTitle}>{text.ways[topic].title}</span>
                <span className={styles.muted}>{text.ways[topic].text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const KINDS = ['deposit', 'withdrawal', 'donation', 'transfer'] as const

/** As links to it are written: the kind, a colon, the id. */
function aboutFrom(written: string | null): About | undefined {
  const [name, id] = written?.split(/:(.*)/s) ?? []
  const kind = KINDS.find((each) => each === name)
  return kind && id ? { kind, id } : undefined
}
