import { dashboardCopy } from './dashboard-copy.ts'

type Told = { label: string; tone: 'positive' | 'pending' | 'danger' | 'calm' }

const { statuses } = dashboardCopy.transactions

const TOLD: Partial<Record<number, Told>> = {
  1: { label: statuses.completed, tone: 'positive' },
  2: { label: statuses.pending, tone: 'pending' },
  3: { label: statuses.rejected, tone: 'danger' },
  4: { label: statuses.processing, tone: 'pending' },
}

/** Any other number shows a blank. */
export const transactionStatus = (status: number): Told | null => TOLD[status] ?? null
