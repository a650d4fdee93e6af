import { Amount } from './amount.tsx'
import styles from './payouts.module.css'
import shared from './public.module.css'
import { publicCopy as text } from './copy.ts'
import { showDay } from './formats.ts'
import type { CausePage } from './read.ts'

type Payout = CausePage['payouts'][number]

/** Every one, with its evidence. */
export const Payouts = ({ payouts }: { payouts: Payout[] }) => (
  <section className={shared.section}>
    <h2>{text.payouts}</h2>
    {payouts.length === 0 ? (
      <p className={shared.muted}>{text.noPayouts}</p>
    ) : (
      <ul className={styles.list}>
        {payouts.map((payout) => (
          <Row key={payout.transaction} payout={payout} />
        ))}
      </ul>
    )}
  </section>
)

const Row = ({ payout: { date, amount, transaction, link } }: { payout: Payout }) => (
  <li>
    <span className={styles.row}>
      <time dateTime={date}>{showDay(date)}</time>
      <Amount amount={amount} />
    </span>
    <span className={styles.transaction}>
      <span className="visually-hidden">{text.transaction} </span>
      {link === null ? (
        transaction
      ) : (
        <a href={link} rel="noopener noreferrer">
          {transaction}
        </a>
      )}
    </span>
  </li>
)
