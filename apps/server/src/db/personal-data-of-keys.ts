import type { TableOfPersons } from './personal-tables.ts'

/** What lets somebody's devices and programs in. */
export const PERSONAL_DATA_OF_KEYS: Readonly<Record<string, TableOfPersons>> = {
  api_key: {
    owned: 'operator_id = $1',
    // Which programs an operator let in: it has to stay, as what they did does.
    columns: {
      id: 'internal',
      name: 'kept',
      key_hash: 'internal',
      scopes: 'kept',
      operator_id: 'internal',
      created_at: 'kept',
      expires_at: 'kept',
      revoked_at: 'kept',
      last_used_at: 'kept',
    },
  },
  webhook_endpoint: {
    owned: 'operator_id = $1',
    // What an operator let out has to stay known as well.
    columns: {
      id: 'internal',
      url: 'kept',
      description: 'kept',
      event_types: 'kept',
      secret_box: 'internal',
      former_box: 'internal',
      former_until: 'internal',
      state: 'kept',
      disabled_why: 'kept',
      journal_id: 'internal',
      clearing: 'internal',
      operator_id: 'internal',
      created_at: 'kept',
      delivered_at: 'kept',
      failing_since: 'kept',
      notified_at: 'internal',
    },
  },
  passkey: {
    owned: 'account_id = $1',
    columns: {
      id: 'internal',
      account_id: 'internal',
      credential_id: 'secret',
      public_key: 'secret',
      counter: 'secret',
      transports: 'personal',
      backed_up: 'personal',
      name: 'personal',
      created_at: 'personal',
      last_used_at: 'personal',
      copied_at: 'personal',
    },
    erase: ['delete from passkey where account_id = $1'],
  },
}
