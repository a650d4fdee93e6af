import { Amount } from './amount.tsx'
import styles from './public.module.css'
import { publicCopy as text } from './copy.ts'
import { Mark } from './mark.tsx'
import { PublicTitle } from './public-title.tsx'
import { useLive, type CauseList as List } from './read.ts'

export function CauseList() {
  const { data, problem } = useLive<List>('/causes')
  return (
    <>
      <PublicTitle lead={text.lead}>{text.title}</PublicTitle>
      {data ? (
        data.causes.length === 0 ? (
          <p>{text.none}</p>
        ) : (
          <ul className={styles.cards}>
            {data.causes.map((cause, index) => (
              <Card key={cause.slug} cause={cause} isFirst={index === 0} />
            ))}
          </ul>
        )
      ) : (
        <p role="status">{problem ? text.failed : text.loading}</p>
      )}
    </>
  )
}

function Card({ cause, isFirst }: { cause: List['causes'][number]; isFirst: boolean }) {
  const { slug, name, summary, state, picture, given, paid_out } = cause
  return (
    <li className={styles.card}>
      {picture ? (
        <img
          src={picture.small}
          alt={picture.description}
          width={640}
          height={360}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          className={styles.cardPicture}
        />
      ) : (
        <div className={`${styles.cardPicture} ${styles.noPicture}`}>
          <Mark size={64} />
        </div>
      )}
      <div className={styles.cardText}>
        <h2 className="own-direction">
          <a href={`/causes/${slug}`}>{name}</a>
        </h2>
        {state === 'closed' ? <p className={styles.closed}>{text.closed}</p> : null}
        <p className={`${styles.muted} own-direction`}>{summary}</p>
        <dl className={styles.cardFigures}>
          <div>
            <dt>{text.given}</dt>
            <dd>
              <Amount amount={given} />
            </dd>
          </div>
          <div>
            <dt>{text.paidOut}</dt>
            <dd>
              <Amount amount={paid_out} />
            </dd>
          </div>
        </dl>
      </div>
    </li>
  )
}
