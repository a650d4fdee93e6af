const EXPLORERS: Record<number, string> = {
  56: 'https://bscscan.com/tx/',
  97: 'https://testnet.bscscan.com/tx/',
}

/** Where a stranger can look at a transaction. Null: nobody else sees this chain. */
export const transactionLink = ({ id }: { id: number }, transaction: string): string | null => {
  const explorer = EXPLORERS[id]
  return explorer === undefined ? null : explorer + transaction
}
