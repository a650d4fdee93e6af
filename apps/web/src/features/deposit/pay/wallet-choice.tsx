import { Button } from '../../../ui/button.tsx'
import { SheetFooter } from '../../../ui/dialog-sheet.tsx'
import type { FoundWallet } from '../find-wallets.ts'
import { payCopy } from './copy.ts'
import styles from './pay.module.css'

type WalletChoiceProps = {
  wallets: readonly FoundWallet[]
  onChoose: (wallet: FoundWallet) => void
  onCancel: () => void
}

export function WalletChoice({ wallets, onChoose, onCancel }: WalletChoiceProps) {
  return (
    <>
      <ul className={styles.wallets}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button type="button" className={styles.wallet} onClick={() => onChoose(wallet)}>
              <WalletName {...wallet} />
            </button>
          </li>
        ))}
      </ul>
      <SheetFooter>
        <Button variant="default" onClick={onCancel}>
          {payCopy.close}
        </Button>
      </SheetFooter>
    </>
  )
}

/** Isolated: a name of right-to-left letters must not reorder what is around it. */
export function WalletName({ name, icon }: Pick<FoundWallet, 'name' | 'icon'>) {
  return (
    <span className={styles.name}>
      {icon === null ? null : <img src={icon} alt="" width={28} height={28} />}
      <bdi>{name}</bdi>
    </span>
  )
}
