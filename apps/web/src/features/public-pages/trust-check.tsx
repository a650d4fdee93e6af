import type { ReactNode } from 'react'
import { Command } from '../../ui/command.tsx'
import { Copyable } from './copyable.tsx'
import { Section } from './facts-parts.tsx'
import factsStyles from './facts.module.css'
import { showCount } from './formats.ts'
import { trustCopy as text } from './trust-copy.ts'
import type { Trust } from './trust-parts.ts'
import styles from './trust.module.css'

const COMMAND = 'node verify.mjs --rpc https://… --leaves proof.json part0 …'

export const CheckYourself = ({ trust: { chain, contract, installation, log } }: { trust: Trust }) => (
  <Section title={text.check}>
    <p className={factsStyles.prose}>{text.checkLead}</p>
    <ol className={`${factsStyles.words} ${styles.steps}`}>
      <li>{text.askContract}</li>
      <li>{text.addUp}</li>
      <li>
        {text.ownProof}
        <code className={styles.block}>
          <Command>{COMMAND}</Command>
        </code>
      </li>
      <li>{text.keepCheckpoint}</li>
    </ol>
    <p className={factsStyles.prose}>{text.formats}</p>
    <dl className={styles.facts}>
      <Fact name={text.chain}>{String(chain)}</Fact>
      <Fact name={text.contract}>
        {contract === null ? text.noneConfigured : <Copyable value={contract} name={text.theContract} />}
      </Fact>
      <Fact name={text.installation}>
        <Copyable value={installation} name={text.theInstallation} />
      </Fact>
      {log === null ? (
        <Fact name={text.log}>{text.emptyLog}</Fact>
      ) : (
        <>
          <Fact name={text.log}>{text.logSize(log.number, showCount(log.size))}</Fact>
          <Fact name={text.logKey}>
            <Copyable value={log.key} name={text.theLogKey} />
          </Fact>
          <Fact name={text.checkpoint}>
            <code className={styles.block}>{log.checkpoint}</code>
            <a href="/api/proofs/log/checkpoint">{text.openCheckpoint}</a>
          </Fact>
        </>
      )}
    </dl>
  </Section>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export const NotProved = () => (
  <Section title={text.notProved}>
    <ul className={`${factsStyles.words} ${styles.notProved}`}>
      {text.notProvedLines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </Section>
)
