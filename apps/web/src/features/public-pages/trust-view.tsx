import { EPOCH_AGE_MAX_SECONDS } from '@trefoil/core/proofs/coverage'
import { useState, type ReactNode } from 'react'
import { UnitsAmount } from './amount.tsx'
import { Section } from './facts-parts.tsx'
import factsStyles from './facts.module.css'
import { printedMoment } from './formats.ts'
import { PublicTitle } from './public-title.tsx'
import { fetchData, useLive } from './read.ts'
import { CheckYourself, NotProved } from './trust-check.tsx'
import { trustCopy as text } from './trust-copy.ts'
import { Epochs } from './trust-epochs.tsx'
import { showCoverage, withCoverage, type Epoch, type EpochList, type Trust } from './trust-parts.ts'
import { OverTime } from './trust-picture.tsx'
import styles from './trust.module.css'
import { fillGaps } from '../../lib/fill-gaps.tsx'

/** As many as come with the page. */
const PAGE = 90

export function TrustView() {
  const { data, problem } = useLive<Trust>('/trust')
  return (
    <>
      <PublicTitle lead={text.lead}>{text.title}</PublicTitle>
      {data ? <All trust={data} /> : <p role="status">{problem ? text.failed : text.loading}</p>}
    </>
  )
}

function All({ trust }: { trust: Trust }) {
  const { epochs: all, hasOlder, loadOlder } = useOlder(trust)
  const epochs = withCoverage(all, trust.decimals)
  const [newest] = epochs
  return (
    <>
      {newest ? (
        <>
          <Newest epoch={newest} />
          <OverTime epochs={epochs} />
          <Epochs epochs={epochs} hasOlder={hasOlder} loadOlder={loadOlder} />
        </>
      ) : (
        <section className={factsStyles.empty}>
          <h2>{trust.contract === null ? text.noContract : text.none}</h2>
          <p>{trust.contract === null ? text.noContractText : text.noneText}</p>
        </section>
      )}
      <CheckYourself trust={trust} />
      <NotProved />
    </>
  )
}

/** What came with the page, and what was asked for since. */
function useOlder({ epochs: came }: Trust) {
  const [kept, setKept] = useState<Trust['epochs']>([])
  const [isEnd, setEnd] = useState(came.length < PAGE)
  const newestKept = kept[0]?.epoch ?? 0
  // Kept is without gaps: what came with the page is in it, too.
  const epochs = kept.length === 0 ? came : [...came.filter(({ epoch }) => epoch > newestKept), ...kept]
  const loadOlder = async () => {
    const before = epochs.at(-1)?.epoch ?? 1
    const { data } = await fetchData<EpochList>(`/proofs/epochs?before=${before}&limit=${PAGE}`)
    if (!data) return false
    setKept([...epochs, ...data.epochs])
    setEnd(data.epochs.length < PAGE)
    return true
  }
  return { epochs, hasOlder: !isEnd, loadOlder }
}

function Newest({ epoch: newest }: { epoch: Epoch }) {
  const { epoch, at, posted_at, owed, there, isCovered, outstanding } = newest
  const isOld = Date.now() - Date.parse(posted_at) > EPOCH_AGE_MAX_SECONDS * 1000
  return (
    <Section title={text.newest}>
      {isCovered ? null : (
        <Warning title={text.notCovered} tone={styles.alarm}>
          {fillGaps(text.missing, <UnitsAmount units={owed - there} />)}
        </Warning>
      )}
      {isOld ? <Warning title={text.old}>{text.oldText}</Warning> : null}
      {isCovered ? <p className={factsStyles.statement}>{text.covered}</p> : null}
      <p className={factsStyles.prose}>
        {wasThere(newest)} {text.countedAt(epoch, printedMoment(at))}
      </p>
      <dl className={factsStyles.headlines}>
        <Figure name={text.owed} note={text.owedText}>
          <UnitsAmount units={owed} />
        </Figure>
        <Figure name={text.there} note={text.thereText}>
          <UnitsAmount units={there} />
        </Figure>
        <Figure name={text.coverage} note={text.coverageText}>
          <span className={isCovered ? undefined : styles.danger}>{showCoverage(newest)}</span>
        </Figure>
      </dl>
      {outstanding === null ? null : <p className={factsStyles.prose}>{text.onItsWay(outstanding)}</p>}
    </Section>
  )
}

/** In dollars where there is more: a share of little says nothing. */
function wasThere(epoch: Epoch): ReactNode {
  const { owed, there, isCovered, basisPoints } = epoch
  const amounts = [there, owed, there - owed].map((units) => <UnitsAmount key={units} units={units} />)
  if (basisPoints === null) return fillGaps(text.nothingOwed, ...amounts)
  if (!isCovered) return fillGaps((first, second) => text.owedLess(first, second, showCoverage(epoch)), ...amounts)
  return fillGaps(there === owed ? text.owedExactly : text.owedMore, ...amounts)
}

const Warning = ({ title, tone = '', children }: { title: string; tone?: string | undefined; children: ReactNode }) => (
  <div role="alert" className={`${styles.warning} ${tone}`}>
    <strong>{title}</strong>
    <p>{children}</p>
  </div>
)

const Figure = ({ name, note, children }: { name: string; note: string; children: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd className={styles.value}>{children}</dd>
    <dd className={styles.small}>{note}</dd>
  </div>
)
