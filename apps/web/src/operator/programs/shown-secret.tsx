import { Button } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy-icon-button.tsx'
import { DialogSheet, SheetFooter } from '../../ui/dialog-sheet.tsx'
import consoleStyles from '../console.module.css'
import { programsCopy } from './copy.ts'
import styles from './programs.module.css'

type ShownSecretProps = { title: string; note: string; copyLabel: string; value: string; onClose: () => void }

/** Only now: nobody can show it again. */
export const ShownSecret = ({ title, note, copyLabel, value, onClose }: ShownSecretProps) => (
  <DialogSheet title={title} onClose={onClose}>
    <p className={consoleStyles.muted}>{note}</p>
    <p className={styles.key}>
      <code>{value}</code>
      <CopyIconButton value={value} label={copyLabel} />
    </p>
    <SheetFooter>
      <Button onClick={onClose}>{programsCopy.close}</Button>
    </SheetFooter>
  </DialogSheet>
)
