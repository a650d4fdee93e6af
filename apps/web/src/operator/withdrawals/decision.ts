export type Decision = 'approve' | 'refuse'
