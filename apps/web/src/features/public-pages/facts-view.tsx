import { Cohorts } from './facts-cohorts.tsx'
import { withPercent } from '../../lib/percent.ts'
import { factsCopy as text } from './facts-copy.ts'
import { mostBackInWords, showUtcDay } from './facts-formats.ts'
import { showCount } from './formats.ts'
import { Net } from './facts-net.tsx'
import { Section, Track, type Facts, type PublishedFacts } from './facts-parts.tsx'
import styles from './facts.module.css'
import { PublicTitle } from './public-title.tsx'
import { useLive } from './read.ts'

/** In this order: who earned nothing comes first. */
export function FactsView() {
  const { data, problem } = useLive<PublishedFacts>('/facts')
  return (
    <>
      <PublicTitle lead={text.lead}>{text.title}</PublicTitle>
      {data?.facts ? (
        <All facts={data.facts} number={data.id} />
      ) : (
        <p role="status">{data ? text.notMade : problem ? text.failed : text.loading}</p>
      )}
    </>
  )
}

function All({ facts, number }: { facts: Facts; number: string | null }) {
  const isShown = facts.everyone !== null
  return (
    <>
      {isShown ? <Everyone facts={facts} /> : <TooFew people={facts.people} />}
      <Section title={text.most}>
        <p className={styles.statement}>{mostBackInWords(facts.most_back)}</p>
        <p className={styles.prose}>{text.mostText(facts.version)}</p>
      </Section>
      {isShown ? (
        <>
          <Net net={facts.net} />
          <Cohorts cohorts={facts.cohorts} />
          <Top facts={facts} />
        </>
      ) : null}
      <p>
        <a href="/simulator">{text.simulator}</a>
      </p>
      <About facts={facts} number={number} />
    </>
  )
}

function Everyone({ facts: { everyone, people, day } }: { facts: Facts }) {
  if (!everyone || people === null) return null
  return (
    <Section title={text.everyone}>
      <p className={styles.lead}>{text.ofEveryone(showCount(people), showUtcDay(day))}</p>
      <dl className={styles.headlines}>
        <Headline percent={everyone.earned_nothing} name={text.earnedNothing} />
        <Headline percent={everyone.got_back_less} name={text.gotBackLess} />
      </dl>
    </Section>
  )
}

const Headline = ({ percent, name }: { percent: number; name: string }) => (
  <div className={styles.headline}>
    <dt>{name}</dt>
    <dd>{withPercent(percent)}</dd>
    <Track percent={percent} />
  </div>
)

const TooFew = ({ people }: { people: number | null }) => (
  <section className={styles.empty}>
    <h2>{people === 0 ? text.nobody : text.few}</h2>
    <p>{people === 0 ? text.nobodyText : text.fewText}</p>
  </section>
)

const Top = ({ facts: { top, referrals_of_earners: referrals } }: { facts: Facts }) => (
  <Section title={text.top}>
    <dl className={styles.shares}>
      {top.map(({ percent, share }) => (
        <div key={percent} className={styles.share}>
          <dt>{text.topShare(percent)}</dt>
          <dd>{share === null ? <span className={styles.muted}>{text.underTen}</span> : withPercent(share)}</dd>
          {share === null ? null : <Track percent={share} />}
        </div>
      ))}
    </dl>
    <h3>{text.referrals}</h3>
    <p className={styles.prose}>{text.referralsLead}</p>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.percentile}</th>
          <th scope="col" className={styles.right}>
            {text.referralsAt}
          </th>
        </tr>
      </thead>
      <tbody>
        {referrals.map(({ percentile, referrals: count }) => (
          <tr key={percentile}>
            <th scope="row">{text.atPercentile(percentile)}</th>
            <td className={styles.right}>
              {count === null ? <span className={styles.muted}>{text.underTen}</span> : showCount(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Section>
)

function About({ facts: { day, version, journal }, number }: { facts: Facts; number: string | null }) {
  const rows: [string, string][] = [
    [text.day, `${showUtcDay(day)} (UTC)`],
    [text.version, String(version)],
    [text.journal, journal],
    [text.number, number ?? ''],
  ]
  return (
    <Section title={text.about}>
      <dl className={styles.about}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{text.query}</h3>
      <ul className={styles.words}>
        {text.words.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <a href="/api/facts.csv" download={`trefoil-facts-${day}.csv`} className={styles.button}>
        {text.csv}
      </a>
    </Section>
  )
}
