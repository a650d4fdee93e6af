import type { listDocuments, readDocument } from '@trefoil/contract/consent'
import type { ReplyOf } from '@trefoil/contract/route'
import { documentTitles } from '../../lib/document-titles.ts'
import { publicCopy } from './copy.ts'
import { documentsCopy as text } from './documents-copy.ts'
import { showDay } from './formats.ts'
import styles from './public.module.css'
import { PublicTitle } from './public-title.tsx'
import { useLive } from './read.ts'

type List = ReplyOf<typeof listDocuments>['data']
type Page = ReplyOf<typeof readDocument>['data']

/** `slug`: `terms`, or `terms-v2` for a certain version. */
export const DocumentView = ({ slug }: { slug: string }) => (slug === '' ? <Documents /> : <OneDocument slug={slug} />)

function Documents() {
  const { data, problem } = useLive<List>('/documents')
  return (
    <>
      <PublicTitle lead={text.lead}>{text.title}</PublicTitle>
      {data ? null : <p role="status">{problem ? publicCopy.failed : publicCopy.loading}</p>}
      {data?.documents.length === 0 ? <p className={styles.muted}>{text.none}</p> : null}
      <ul className={styles.bullets}>
        {data?.documents.map(({ kind, version, published_at: at }) => (
          <li key={kind}>
            <a href={`/documents/${kind}`}>{documentTitles[kind]}</a>{' '}
            <span className={styles.muted}>{text.inForce(version, showDay(at))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function OneDocument({ slug }: { slug: string }) {
  const { data, problem } = useLive<Page>(pathOf(slug))
  if (!data && problem === 'unknown') return <PublicTitle lead={text.unknown}>{text.unknownTitle}</PublicTitle>
  if (!data) return <p role="status">{problem ? publicCopy.failed : publicCopy.loading}</p>
  const { kind, version, published_at: at, html, hash, versions } = data
  const isInForce = version === versions[0]?.version
  return (
    <>
      <PublicTitle lead={isInForce ? text.inForce(version, showDay(at)) : text.old(version, showDay(at))}>
        {documentTitles[kind]}
      </PublicTitle>
      {isInForce ? null : (
        <p className={styles.closed}>
          <a href={`/documents/${kind}`}>{text.toNewest}</a>
        </p>
      )}
      <section>
        <h2 className="visually-hidden">{text.version(version, showDay(at))}</h2>
        {/* CommonMark that the server has rendered: it shows tags as text. In whichever direction it is written. */}
        <div dir="auto" className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
      </section>
      <section className={styles.section}>
        <h2>{text.versions}</h2>
        <ul className={styles.bullets}>
          {versions.map((one) => (
            <li key={one.version}>
              <a
                href={`/documents/${kind}-v${one.version}`}
                aria-current={one.version === version ? 'page' : undefined}
              >
                {text.version(one.version, showDay(one.published_at))}
              </a>
            </li>
          ))}
        </ul>
        <dl className={styles.facts}>
          <div>
            <dt>{text.fingerprint}</dt>
            <dd className={`${styles.address} own-direction`}>{hash}</dd>
          </div>
        </dl>
      </section>
    </>
  )
}

/** Where the API has it. */
const pathOf = (slug: string): string => `/documents/${slug.replace(/-v(\d+)$/, '?version=$1')}`
