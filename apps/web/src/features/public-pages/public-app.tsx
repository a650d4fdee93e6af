import { CauseList } from './cause-list.tsx'
import { CauseView } from './cause-view.tsx'
import { publicCopy as text } from './copy.ts'
import { DocumentView } from './document-view.tsx'
import { documentsCopy } from './documents-copy.ts'
import { factsCopy } from './facts-copy.ts'
import { FactsView } from './facts-view.tsx'
import { Mark } from './mark.tsx'
import { ReceiptView } from './receipt-view.tsx'
import { simulatorCopy } from './simulator-copy.ts'
import { SimulatorView } from './simulator-view.tsx'
import { trustCopy } from './trust-copy.ts'
import { TrustView } from './trust-view.tsx'
import { LanguageSelect } from '../../ui/language-select.tsx'

const CONTENT_ID = 'content'

/** A few pages, and no router: a link loads another one. */
export function PublicApp({ path }: { path: string }) {
  const [, section = '', id = ''] = path.split('/')
  return (
    <>
      <a href={`#${CONTENT_ID}`} className="public-skip">
        {text.skip}
      </a>
      {'demo' in document.documentElement.dataset ? (
        <aside className="public-bar" aria-label={text.demo}>
          <strong>{text.demo}</strong>
          <span>{text.demoText}</span>
        </aside>
      ) : null}
      <header className="public-header">
        <a href="/" className="public-home">
          <Mark size={32} />
          {text.product}
        </a>
        <nav aria-label={text.menu}>
          <a href="/causes">{text.all}</a>
          <a href="/facts">{factsCopy.menu}</a>
          <a href="/trust">{trustCopy.menu}</a>
          <a href="/signin">{text.signIn}</a>
        </nav>
      </header>
      <main id={CONTENT_ID} tabIndex={-1} className="public-main">
        <Page section={section} id={id} />
      </main>
      <footer className="public-footer">
        <span>{FOOTERS[section] ?? text.footer}</span>
        <LanguageSelect label={text.language} />
      </footer>
    </>
  )
}

const FOOTERS: Record<string, string> = {
  receipts: text.receipt.footer,
  facts: factsCopy.footer,
  simulator: simulatorCopy.footer,
  trust: trustCopy.footer,
  documents: documentsCopy.footer,
}

function Page({ section, id }: { section: string; id: string }) {
  if (section === 'receipts') return <ReceiptView reference={readable(id)} />
  if (section === 'facts') return <FactsView />
  if (section === 'simulator') return <SimulatorView />
  if (section === 'trust') return <TrustView />
  if (section === 'documents') return <DocumentView slug={id} />
  return id === '' ? <CauseList /> : <CauseView slug={id} />
}

/** References are typed, too: one that cannot be decoded is unknown as it stands. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
