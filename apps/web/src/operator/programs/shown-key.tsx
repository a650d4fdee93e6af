import { Button } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy-icon-button.tsx'
import { DialogSheet, SheetFooter } from '../../ui/dialog-sheet.tsx'
import consoleStyles from '../console.module.css'
import { programsCopy } from './copy.ts'
import styles from './programs.module.css'

const text = programsCopy

/** Only now: the server keeps its hash. */
export const ShownKey = ({ value, onClose }: { value: string; onClose: () => void }) => (
  <DialogSheet title={text.shownTitle} onClose={onClose}>
    <p className={consoleStyles.muted}>{text.shownNote}</p>
    <p className={styles.key}>
      <code>{value}</code>
      <CopyIconButton value={value} label={text.copyKey} />
    </p>
    <SheetFooter>
      <Button onClick={onClose}>{text.close}</Button>
    </SheetFooter>
  </DialogSheet>
)
