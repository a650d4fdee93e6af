import IconFileCheck from '~icons/tabler/file-check'
import { agreementCopy } from '../../lib/agreement-copy.ts'
import { agreementFor } from '../../lib/agreement-path.ts'
import { useAgreementsQuery } from '../../lib/agreements-api.ts'
import { countryName } from '../../lib/countries.ts'
import { documentTitles } from '../../lib/document-titles.ts'
import { showMoment } from '../../lib/formats.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './agreements-card.module.css'
import shared from './settings.module.css'

const text = agreementCopy.record

/** Nothing where nobody was ever asked. */
export function AgreementsCard() {
  const { data } = useAgreementsQuery()
  if (!data || (data.agreed.length === 0 && !data.due)) return null
  return (
    <Card heading={text.title} icon={<IconFileCheck aria-hidden="true" />}>
      <p className={shared.text}>{text.text}</p>
      {data.due ? (
        <>
          <Notice tone="pending">{text.due}</Notice>
          <div>
            <ButtonLink to={agreementFor('/dashboard/setting?tab=data')}>{agreementCopy.gate.open}</ButtonLink>
          </div>
        </>
      ) : null}
      <ul className={styles.list}>
        {data.agreed.map(({ agreed_at: at, documents, country, minimum_age: age }) => (
          <li key={at}>
            <time dateTime={at}>{showMoment(at)}</time>
            {documents.map(({ kind, version, hash }) => (
              <div key={kind}>
                <a href={`/documents/${kind}-v${version}`}>{text.version(documentTitles[kind], version)}</a>
                <div className={styles.fingerprint}>
                  {text.fingerprint} <code className={styles.hash}>{hash}</code>
                </div>
              </div>
            ))}
            {country === null && age === null ? null : (
              <div className={styles.about}>
                {country === null ? null : <div>{text.country(countryName(country))}</div>}
                {age === null ? null : <div>{text.age(age)}</div>}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
