import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { verifyCopy as text } from './copy.ts'
import styles from './verify.module.css'

const COMMAND = 'node verify.mjs --rpc https://… trefoil-proof.json'

/** What this page shows comes from us. These do not have to. */
export const CheckYourself = () => (
  <Card heading={text.yourself}>
    <dl className={styles.ways}>
      <div>
        <dt>
          <a href="/verifier" target="_blank" rel="noopener noreferrer">
            {text.ownNode}
          </a>
        </dt>
        <dd>{text.ownNodeText}</dd>
      </div>
      <div>
        <dt>{text.standAlone}</dt>
        <dd>
          {text.standAloneText}
          <code className={styles.command}>
            <Command>{COMMAND}</Command>
          </code>
        </dd>
      </div>
      <div>
        <dt>
          <a href="/trust">{text.trust}</a>
        </dt>
        <dd>{text.trustText}</dd>
      </div>
    </dl>
  </Card>
)
