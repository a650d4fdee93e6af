import { Refusal } from '../refusal.ts'

export const noSession = () => new Refusal('no_session', 'Please login to continue.')
