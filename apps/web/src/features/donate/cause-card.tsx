import type { listCauses } from '@trefoil/contract/causes'
import type { ReplyOf } from '@trefoil/contract/route'
import { Card } from '../../ui/card.tsx'
import { Explained } from '../../ui/explained.tsx'
import { Money } from '../../ui/money.tsx'
import styles from './cause-card.module.css'
import { donateCopy } from './copy.ts'

const text = donateCopy.cause

export type OpenCause = ReplyOf<typeof listCauses>['data']['causes'][number]

/** Who gets the donation, and what they were given so far. */
export function CauseCard({ slug, name, summary, picture, given }: OpenCause) {
  return (
    <Card>
      {picture ? (
        <img
          className={styles.picture}
          src={picture.small}
          srcSet={`${picture.small} 1x, ${picture.large} 2x`}
          width={picture.width}
          height={picture.height}
          alt={picture.description}
        />
      ) : null}
      <div className={styles.words}>
        <h2 className={`${styles.name} own-direction`}>{name}</h2>
        {summary === '' ? null : <p className={`${styles.summary} own-direction`}>{summary}</p>}
      </div>
      <p className={styles.given}>
        {text.given}{' '}
        <strong>
          <Explained figure="cause_given" of={{ cause: slug }}>
            <Money amount={given} />
          </Explained>
        </strong>
      </p>
      <p>
        {/* A page of its own, outside of this application. */}
        <a className={styles.more} href={`/causes/${slug}`}>
          {text.more(name)}
        </a>
      </p>
    </Card>
  )
}
