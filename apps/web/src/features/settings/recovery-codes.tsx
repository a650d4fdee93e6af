import IconCheck from '~icons/tabler/check'
import IconCopy from '~icons/tabler/copy'
import IconDownload from '~icons/tabler/download'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DialogSheet, SheetFooter } from '../../ui/dialog-sheet.tsx'
import { useCopied } from '../../ui/use-copied.ts'
import { settingsCopy } from './copy.ts'
import styles from './recovery-codes.module.css'
import shared from './settings.module.css'

const text = settingsCopy.twoFactor

/** Shown once, until the member confirms having saved them: only their hashes are stored. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { copied, copyValue } = useCopied()
  const all = codes.join('\n')
  return (
    <DialogSheet title={text.codesTitle} onClose={onDone} locked>
      <p className={styles.text}>{text.codesText}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <SheetFooter>
        <div className={shared.actions}>
          <Button
            variant="default"
            leftSection={
              copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />
            }
            onClick={() => void copyValue(all)}
          >
            <span aria-live="polite">{copied ? text.codesCopied : text.copyCodes}</span>
          </Button>
          <ButtonLink
            variant="default"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
            download="trefoil-recovery-codes.txt"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
          >
            {text.downloadCodes}
          </ButtonLink>
          <Button onClick={onDone}>{text.done}</Button>
        </div>
      </SheetFooter>
    </DialogSheet>
  )
}
