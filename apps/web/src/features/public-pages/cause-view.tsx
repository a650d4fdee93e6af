import type { ReactNode } from 'react'
import { Amount } from './amount.tsx'
import styles from './public.module.css'
import { publicCopy as text } from './copy.ts'
import { showCount, showDay, showPercent } from './formats.ts'
import { Payouts } from './payouts.tsx'
import { PublicTitle } from './public-title.tsx'
import { useLive, type CausePage } from './read.ts'

export function CauseView({ slug }: { slug: string }) {
  const { data, problem } = useLive<CausePage>(`/causes/${slug}`)
  if (data) return <Cause cause={data} />
  if (problem === 'unknown') return <PublicTitle lead={text.unknown}>{text.unknownTitle}</PublicTitle>
  return <p role="status">{problem ? text.failed : text.loading}</p>
}

function Cause({ cause }: { cause: CausePage }) {
  const { slug, name, summary, state, picture, story_html, payouts, updates } = cause
  return (
    <>
      <PublicTitle lead={summary}>{name}</PublicTitle>
      {picture ? (
        <img
          src={picture.large}
          srcSet={`${picture.small} 640w, ${picture.large} 1600w`}
          sizes="(max-width: 640px) 100vw, 1056px"
          alt={picture.description}
          width={picture.width}
          height={picture.height}
          fetchPriority="high"
          className={styles.picture}
        />
      ) : null}
      <Figures cause={cause} />
      {state === 'closed' ? (
        <p className={styles.closed}>{text.closedText}</p>
      ) : (
        <a href={`/dashboard/donate?cause=${slug}`} className={styles.give}>
          {text.give}
        </a>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          {story_html === '' ? null : (
            <section className={styles.section}>
              <h2>{text.story}</h2>
              <Prose html={story_html} />
            </section>
          )}
          <section className={styles.section}>
            <h2>{text.updates}</h2>
            {updates.length === 0 ? <p className={styles.muted}>{text.noUpdates}</p> : null}
            {updates.map((update) => (
              <Update key={update.id} update={update} />
            ))}
          </section>
        </div>
        <div className={styles.column}>
          <Payouts payouts={payouts} />
          <About cause={cause} />
        </div>
      </div>
    </>
  )
}

/** Rendered by the server, which shows tags as text. */
const Prose = ({ html }: { html: string }) => (
  <div dir="auto" className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
)

function Figures({ cause: { given, paid_out, waiting, donors } }: { cause: CausePage }) {
  const percent = showPercent(paid_out, given)
  return (
    <section aria-label={text.figures} className={styles.section}>
      <dl className={styles.figures}>
        <Figure name={text.given}>
          <Amount amount={given} />
        </Figure>
        <Figure name={text.paidOut}>
          <Amount amount={paid_out} />
        </Figure>
        <Figure name={text.waiting}>
          <Amount amount={waiting} />
        </Figure>
        <Figure name={text.donors}>{donors === null ? text.fewDonors : showCount(donors)}</Figure>
      </dl>
      <progress className={styles.progress} max={given || 1} value={paid_out} aria-label={text.progress(percent)} />
    </section>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Update = ({
  update: { title, html, posted_at, corrected_at, pictures },
}: {
  update: CausePage['updates'][number]
}) => (
  <article className={styles.update}>
    <h3 className="own-direction">{title}</h3>
    <p className={styles.muted}>
      <time dateTime={posted_at}>{showDay(posted_at)}</time>
      {corrected_at ? (
        <>
          {', '}
          <time dateTime={corrected_at}>{text.corrected(showDay(corrected_at))}</time>
        </>
      ) : null}
    </p>
    <Prose html={html} />
    {pictures.map(({ small, large, width, height, description }) => (
      <a key={small} href={large}>
        <img src={small} alt={description} width={width} height={height} loading="lazy" className={styles.picture} />
      </a>
    ))}
  </article>
)

function About({ cause: { slug, name, legal, payout_address } }: { cause: CausePage }) {
  const badge = `${window.location.origin}/api/causes/${slug}/badge.svg`
  const facts = [
    [text.legalName, legal.name],
    [text.country, legal.country],
    [text.registration, legal.registration_number],
  ].filter(([, value]) => value)
  return (
    <section className={styles.section}>
      <h2>{text.about}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {payout_address ? (
          <div>
            <dt>{text.address}</dt>
            <dd className={styles.address}>{payout_address}</dd>
          </div>
        ) : null}
        {legal.link ? (
          <div>
            <dt>{text.link}</dt>
            <dd>
              <a href={legal.link} rel="nofollow noopener noreferrer">
                {legal.link}
              </a>
            </dd>
          </div>
        ) : null}
      </dl>
      <details className={styles.badge}>
        <summary>{text.badge}</summary>
        <img src={`/api/causes/${slug}/badge.svg`} alt={text.badgeAlt(name)} height={28} loading="lazy" />
        <pre tabIndex={0}>{`<a href="${window.location.origin}/causes/${slug}"><img src="${badge}" alt=""></a>`}</pre>
      </details>
    </section>
  )
}
